import type { GradedSample, SampleGrade } from '../../core/evaluation/graded-sample';
import type { PlacedSample, Sample } from '../../core/evaluation/sample';
import { samplesTogether } from '../../core/evaluation/samples-together';
import { answerGrade } from '../../core/metrics/attempt-answer';
import type { AttemptRecord, Store } from '../../core/ports/records';
import type { RunConfig } from '../../core/schemas/run';
import type { OfKind } from '../../core/kinds/of-kind';
import { attemptCount } from '../../core/work/planned-attempts';
import { samplesAt } from '../../store';

/** Every sample of a run in the order of its file, with what became of it. */
export async function loadGradedSamples(
  store: Store,
  { id, config }: { readonly id: string; readonly config: OfKind<RunConfig, 'evaluation'> },
): Promise<readonly GradedSample[]> {
  const records = new Map<number, AttemptRecord>();
  for await (const { attempts } of store.runs.pages(id)) {
    for (const attempt of attempts) records.set(attempt.position, attempt);
  }
  const total = attemptCount(config);
  const graded: (GradedSample & { readonly sample: PlacedSample })[] = [];
  for (let from = 0; from < total; from += samplesTogether) {
    const page = await samplesAt(store.blobs, config.evaluation.pages, {
      from,
      to: from + samplesTogether,
    });
    for (const [place, sample] of page.entries()) {
      graded.push({ ...(await gradedSample(store, sample, records.get(from + place))), sample });
    }
  }
  return graded.toSorted((left, right) => left.sample.place - right.sample.place);
}

async function gradedSample(
  { blobs }: Pick<Store, 'blobs'>,
  sample: Sample,
  record: AttemptRecord | undefined,
): Promise<GradedSample> {
  const outcome = record?.result?.outcome;
  const program = outcome?.kind === 'evaluation' ? outcome.program : null;
  return {
    sample,
    program: program === null ? sample.text : await blobs.get(program),
    grade: gradeOf(record),
  };
}

function gradeOf(record: AttemptRecord | undefined): SampleGrade {
  const result = record?.result ?? null;
  const grade = result === null ? null : answerGrade(result);
  if (grade === null) return { kind: 'unscored', cause: result?.cause ?? 'not graded yet' };
  return {
    kind: 'graded',
    outcomes: grade.suites?.map(({ outcome }) => outcome) ?? [grade.outcome],
  };
}
