import { isRecord } from '../../core/values/is-record';
import { UsageError } from '../../core/errors/errors';
import { isOfKind } from '../../core/kinds/of-kind';
import { workRow } from '../../core/kinds/kinds';
import { answerGrade } from '../../core/metrics/attempt-answer';
import type { PlacedSample } from '../../core/evaluation/sample';
import { samplesTogether } from '../../core/evaluation/samples-together';
import type {
  AttemptRecord,
  AttemptResult,
  BlobStore,
  RunRecord,
  Store,
} from '../../core/ports/records';
import type { RunConfig } from '../../core/schemas/run';
import type { TestOutcome } from '../../core/schemas/verdict';
import type { PatchHidden, PatchProblem } from '../../core/tasks/patch/patch';
import { samplesAt } from '../../store';
import { authorText } from '../author-text';

/** A patch that a run graded, and what came of it. */
export interface GradedPatch {
  readonly problem: PatchProblem;
  readonly hidden: PatchHidden;
  /** As official files name who wrote it. */
  readonly model: string;
  /** Which of the patches of its problem, from 0. */
  readonly sample: number;
  /** Empty: there is none, and nothing was run. */
  readonly patch: string;
  /** null: it has no verdict. */
  readonly outcome: TestOutcome | null;
  /** Why it has no verdict. null: it has one, or is empty. */
  readonly cause: string | null;
  /** null: the attempt has not ended. */
  readonly result: AttemptResult | null;
}

/** A page of samples is read once for all of its attempts. */
type SampleAt = (position: number) => Promise<PlacedSample | null>;

/** Whether the problems of a run are repository tasks. */
export async function hasPatches(
  { problems }: Pick<Store, 'problems'>,
  { config }: Pick<RunRecord, 'config'>,
): Promise<boolean> {
  const [first] = config.problems;
  if (first === undefined || !workRow(config.kind).scored) return false;
  return (await problems.problem(config.dataset.sha256, first)).kind === 'patch';
}

/**
 * Every patch of a run, in data-set order, then by sample.
 * @param isWanted leaves attempts out @throws UsageError for a run on other problems
 */
export async function* gradedPatches(
  store: Store,
  { id, config }: RunRecord,
  isWanted: (attempt: AttemptRecord) => boolean = () => true,
): AsyncIterable<GradedPatch> {
  const { sha256 } = config.dataset;
  const sampleAt = isOfKind(config, 'evaluation')
    ? samplesOf(store.blobs, config.evaluation.pages)
    : null;
  for await (const { attempts } of store.runs.pages(id)) {
    for (const attempt of attempts.filter(isWanted)) {
      const problem = await store.problems.problem(sha256, attempt.problem);
      const hidden = await store.problems.hidden(sha256, attempt.problem);
      if (problem.kind !== 'patch' || hidden.kind !== 'patch') throw noPatches(id);
      const { result, sample } = attempt;
      const grade = result === null ? null : answerGrade(result);
      const written = await writtenPatch({ blobs: store.blobs, config, sampleAt }, attempt);
      const isOpen = grade === null && attempt.status !== 'completed';
      yield {
        ...{ problem, hidden, sample, result },
        ...written,
        outcome: grade?.outcome ?? null,
        cause: isOpen ? (result?.cause ?? attempt.status) : null,
      };
    }
  }
}

export function noPatches(run: string): UsageError {
  return new UsageError(
    `run ${run} has no patches`,
    'Name a run on repository tasks: `espalier run list` shows the data set of each',
    { code: 'NO_PATCHES' },
  );
}

function samplesOf(blobs: BlobStore, pages: string): SampleAt {
  let page: { readonly from: number; readonly samples: readonly PlacedSample[] } | null = null;
  return async (position) => {
    const from = position - (position % samplesTogether);
    if (page?.from !== from) {
      page = { from, samples: await samplesAt(blobs, pages, { from, to: from + samplesTogether }) };
    }
    return page.samples[position - from] ?? null;
  };
}

async function writtenPatch(
  {
    blobs,
    config,
    sampleAt,
  }: {
    readonly blobs: BlobStore;
    readonly config: RunConfig;
    readonly sampleAt: SampleAt | null;
  },
  { position, result }: AttemptRecord,
): Promise<Pick<GradedPatch, 'model' | 'patch'>> {
  if (sampleAt !== null) {
    const sample = await sampleAt(position);
    return { model: modelOf(sample?.row ?? null) ?? authorText(config), patch: sample?.text ?? '' };
  }
  const answer = result === null ? null : workRow(result.outcome.kind).answer(result.outcome);
  const patch = answer === null ? '' : await blobs.get(answer);
  return { model: `${config.method}__${authorText(config)}`, patch };
}

function modelOf(row: string | null): string | null {
  if (row === null) return null;
  const value: unknown = JSON.parse(row);
  const name = isRecord(value) ? value['model_name_or_path'] : null;
  return typeof name === 'string' && name !== '' ? name : null;
}
