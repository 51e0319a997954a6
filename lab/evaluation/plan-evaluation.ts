import { basename, resolve } from 'node:path';

import { cacheFolder } from '../../config/state-folder';
import { UsageError } from '../../core/errors/errors';
import {
  problemCoverageOf,
  problemCoverageText,
  requireProblemCoverage,
} from '../../core/evaluation/problem-coverage';
import type { PlacedSample, Sample } from '../../core/evaluation/sample';
import { sanitiserNamed } from '../../core/evaluation/sanitisers/sanitisers';
import { hiddenLimit } from '../../core/grading/hidden-limit';
import { visibleLimit } from '../../core/grading/visible-limit';
import { samplesLabel } from '../../core/kinds/evaluation/samples-label';
import type { RunRecord, Store } from '../../core/ports/records';
import type { Grading } from '../../core/schemas/grading';
import { RunConfig } from '../../core/schemas/run';
import { isOfPatches, longestFirst } from '../../core/tasks/patch/longest-first';
import { isOfKind } from '../../core/kinds/of-kind';
import { datasetFileMd5, loadDataset, namedSamples, writtenSamples } from '../../datasets';
import type { LoadedDataset, WrittenSample } from '../../datasets';
import { keepSamples } from '../../store';
import type { LabContext } from '../lab-context';
import { noModel } from '../planning/no-model';
import { requireGradable } from '../planning/require-gradable';
import { runIdOf } from '../planning/run-id';
import { levelsByRequest } from '../planning/levels-by-request';
import { shownIds } from '../planning/shown-ids';
import type { StartableRun } from '../runs/start-run';
import type { CheckedEvaluationRequest } from './evaluation-request';
import { ownVersions } from '../planning/own-versions';

/**
 * A run that grades samples and could start. The samples are read now, into the store: changing or deleting the file afterwards
 * changes nothing.
 * @throws UsageError naming the file and line, or the option, what is wrong with it and what to do
 */
export async function planEvaluation(
  context: Pick<LabContext, 'settings' | 'note'>,
  store: Store,
  request: CheckedEvaluationRequest,
): Promise<PlannedSamples> {
  gradingOf(request);
  const { settings } = context;
  const cacheDir = cacheFolder(settings);
  // Before the data set, which may have to be downloaded.
  const written = await writtenSamples(resolve(request.samples));
  const dataset = await loadDataset({
    ...{ nameOrPath: request.dataset, cacheDir },
    taskSpecs: request.taskSpecs ?? settings.ESPALIER_TASK_SPECS,
    taskImages: settings.ESPALIER_TASK_IMAGES,
  });
  return planSamples(context, store, { request, written, dataset });
}

export interface PlannedSamples extends StartableRun {
  readonly dataset: LoadedDataset;
}

export interface SamplesToPlan {
  /** `samples` names them, and need not be a file. */
  readonly request: CheckedEvaluationRequest;
  readonly written: readonly WrittenSample[];
  readonly dataset: LoadedDataset;
}

/** A run that grades these samples and could start. @throws UsageError as `planEvaluation` */
export async function planSamples(
  { settings, note }: Pick<LabContext, 'settings' | 'note'>,
  store: Store,
  { request, written, dataset }: SamplesToPlan,
): Promise<PlannedSamples> {
  const grading = gradingOf(request);
  const { samples, missing } = samplesFor(request, { written, dataset }, note);
  const counts = countByProblem(samples);
  const problems = [...counts.keys()];
  requireGradable(request.grading, problems, dataset.rows);
  const most = Math.max(...counts.values());
  const uneven = [...counts.values()].some((count) => count !== most);
  const asked = RunConfig.parse({
    kind: 'evaluation',
    method: 'evaluate',
    dataset: {
      name: dataset.name,
      sha256: dataset.sha256,
      judgedSha256: dataset.judgedSha256,
      ...(isOfPatches(dataset.rows) ? { tasks: 'patch' } : {}),
    },
    problems,
    samples: most,
    model: noModel.config,
    limits: { visible: visibleLimit(), hidden: hiddenLimit() },
    assurance: request.assurance,
    ...levelsByRequest(request, dataset, problems),
    ...(grading === null ? {} : { grading }),
    ...(request.scoreBadReferences ? { scoreBadReferences: true } : {}),
    regrade: request.regrade,
    ...(request.fresh === undefined ? {} : { fresh: request.fresh }),
    evaluation: {
      source: basename(resolve(request.samples)),
      ...(request.name === undefined ? {} : { name: request.name }),
      pages: await keepSamples(store.blobs, samples),
      ...(uneven ? { counts: [...counts.values()] } : {}),
      sanitiser: sanitiserOf(request),
      missing,
      datasetMd5: await datasetFileMd5(request.dataset, cacheFolder(settings)),
    },
  });
  const config = { ...asked, versions: ownVersions(asked) };
  const id = runIdOf(config);
  requireSameName(request, await store.runs.run(id));
  const { concurrency } = request;
  return { id, config, model: noModel, dataset, concurrency };
}

/** A name is no part of what a run is: the same samples are the same run. @throws UsageError where that has another one */
function requireSameName(
  { name, samples }: Pick<CheckedEvaluationRequest, 'name' | 'samples'>,
  known: RunRecord | null,
): void {
  if (name === undefined || known === null || !isOfKind(known.config, 'evaluation')) return;
  const { evaluation } = known.config;
  const label = samplesLabel(evaluation);
  if (label === name) return;
  throw new UsageError(
    `${samples} was graded so before, and is called ${label} there: run ${known.id}`,
    'Leave --name out to go on with that run, or give --fresh as well, for a run of its own under this name',
    { code: 'RUN_NAMED_OTHERWISE' },
  );
}

function sanitiserOf({ sanitise }: CheckedEvaluationRequest): object {
  const { name, version } = sanitiserNamed(sanitise);
  return { name, version };
}

/** @throws UsageError for settings that `strict` does not have */
function gradingOf({
  grading,
  caseSeconds,
  testDetails,
}: CheckedEvaluationRequest): Grading | null {
  const settings = {
    ...(caseSeconds === undefined ? {} : { caseSeconds }),
    ...(testDetails ? { details: true } : {}),
  };
  if (grading !== 'strict') return { profile: grading, ...settings };
  const [setting] = Object.keys(settings);
  if (setting === undefined) return null;
  throw new UsageError(
    `${setting === 'details' ? '--test-details' : '--case-seconds'} means nothing for --grading strict`,
    'Leave it out, or choose the --grading of another tool',
  );
}

/** In the order of work, then in the file's. @throws UsageError for problems without a sample */
function samplesFor(
  { allowMissing }: Pick<CheckedEvaluationRequest, 'allowMissing'>,
  {
    written,
    dataset: { name, rows },
  }: { readonly written: readonly WrittenSample[]; readonly dataset: LoadedDataset },
  note: LabContext['note'],
): { readonly samples: readonly PlacedSample[]; readonly missing: readonly string[] } {
  const ids = rows.map(({ problem }) => problem.id);
  const { samples, unknown } = namedSamples(written, { problems: ids });
  if (unknown.length > 0)
    note(`left out: ${name} has no ${shownIds(unknown.map(({ problem }) => problem))}`);
  const coverage = problemCoverageOf(ids, samples);
  requireProblemCoverage(coverage, { allowMissing });
  if (coverage.missing.length > 0) note(problemCoverageText(coverage));
  const order = new Map(longestFirst(ids, rows).map((id, place) => [id, place]));
  const orderOf = ({ problem }: Sample): number => order.get(problem) ?? 0;
  const placed = samples.map((sample, place) => ({ ...sample, place }));
  const { missing } = coverage;
  return { samples: placed.toSorted((a, b) => orderOf(a) - orderOf(b)), missing };
}

function countByProblem(samples: readonly Sample[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { problem } of samples) counts.set(problem, (counts.get(problem) ?? 0) + 1);
  return counts;
}
