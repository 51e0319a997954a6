import { cacheFolder, stateFolder } from '../../config/state-folder';
import type { Settings } from '../../config/settings';
import { UsageError } from '../../core/errors/errors';
import type { RunConfig, VisibleTests } from '../../core/schemas/run';
import { isOfPatches, longestFirst } from '../../core/tasks/patch/longest-first';
import { loadDataset } from '../../datasets';
import type { LoadedDataset } from '../../datasets';
import { withStore } from '../with-store';
import { environmentRunOf, loadEnvironmentDataset } from './environment-dataset';
import { refuseDialogueOptions, requireReferences } from './dialogue-options';
import { refuseForeignOptions } from './foreign-options';
import { refuseUnaskedRoles } from './unasked-roles';
import { refusePreparation, refuseShellLimits } from './patch-options';
import { refuseParallel } from './refuse-parallel';
import { refuseAnswerRule, requireFitMethod } from './require-fit-method';
import { requireGradable } from './require-gradable';
import { chooseModel } from './model-choice';
import type { ModelChoice } from './model-choice';
import { runConfig } from './run-config';
import { runIdOf } from './run-id';
import { runOptions } from './run-options';
import type { CheckedRequest } from './run-request';
import { withBankOfTasks } from './simulated-tasks';
import { levelsByRequest } from './levels-by-request';
import { shownIds } from './shown-ids';
import { visibleTestRuleNamed, visibleTestsAsked } from './visible-tests-asked';
import { namingPreset, withPreset } from './with-preset';

/** A planned run. Everything that a person typed has been checked, and nothing has been started or written. */
export interface PlannedRun {
  readonly id: string;
  readonly config: RunConfig;
  readonly dataset: LoadedDataset;
  readonly model: ModelChoice;
  readonly concurrency: number;
  /** Number of expansions of one problem at the same time. Absent: 1. */
  readonly parallel?: number | undefined;
}

/** The data set and the model that the names stand for. One reading serves every run of both. */
export type RunParts = Pick<PlannedRun, 'dataset' | 'model'>;

/**
 * @param problemsFlag flag of the command that names problems, if it is another
 * @throws UsageError naming the flag or file, the fault and the remedy
 */
export async function planRun(
  asked: CheckedRequest,
  settings: Settings,
  problemsFlag = '--problems',
): Promise<PlannedRun> {
  refuseOptions(asked);
  const request = withPreset(asked);
  // Before the data set, which may have to be downloaded.
  const chosen = await chooseModel(request, settings);
  const dataset = await namingPreset(asked, () => datasetFor(request, settings));
  const model = await withBankOfTasks(request, { dataset, model: chosen }, settings);
  return planWith(request, { dataset, model }, problemsFlag);
}

/** @throws UsageError naming an option that has no meaning for the method or together with another option */
export function refuseOptions(request: CheckedRequest): void {
  refuseForeignOptions(request.method, request);
  refuseUnaskedRoles(request);
  refuseDialogueOptions(request);
  refuseParallel(request.method, request.parallel);
  refuseAnswerRule(request);
  refuseShellLimits(request);
}

/** Plans a run whose options fit and whose preset is filled in, on what has been read. @throws UsageError as `planRun` */
export function planWith(
  request: CheckedRequest,
  { dataset, model }: RunParts,
  problemsFlag = '--problems',
): PlannedRun {
  const selected = selectProblems(request, { dataset, model, problemsFlag });
  const problems = longestFirst(selected, dataset.rows);
  requireFitMethod(request, problems, dataset.rows);
  refusePreparation(request, isOfPatches(dataset.rows));
  requireReferences(request, problems, dataset.rows);
  requireGradable(request.grading, problems, dataset.rows);
  const config = runConfig(request, {
    dataset: {
      name: dataset.name,
      sha256: dataset.sha256,
      judgedSha256: dataset.judgedSha256,
      visibleTests: visibleTestsOf(request, dataset, problems),
      ...(isOfPatches(dataset.rows) ? { tasks: 'patch' } : {}),
    },
    problems,
    model: model.config,
    ...levelsByRequest(request, dataset, problems),
  });
  const { concurrency, parallel } = request;
  return { id: runIdOf(config), config, dataset, model, concurrency, parallel };
}

/** @throws UsageError naming the data set or file, what is wrong with it and what to do */
export async function datasetFor(
  {
    dataset,
    visibleTests,
    retrieval,
    taskSpecs,
  }: Pick<CheckedRequest, 'dataset' | 'visibleTests' | 'retrieval' | 'taskSpecs'>,
  settings: Settings,
): Promise<LoadedDataset> {
  const { countTokens } = await import('../../llm/index.js');
  const instances = {
    retrieval: retrieval ?? runOptions.retrieval.usual,
    said: retrieval !== undefined,
    countTokens,
  };
  const run = environmentRunOf(dataset);
  if (run !== null) {
    const place = { settings, folder: stateFolder(settings), note: () => undefined };
    return withStore(place, (store) => loadEnvironmentDataset(store, run, instances));
  }
  return loadDataset({
    nameOrPath: dataset,
    cacheDir: cacheFolder(settings),
    ...visibleTestsAsked(visibleTests),
    taskSpecs: taskSpecs ?? settings.ESPALIER_TASK_SPECS,
    taskImages: settings.ESPALIER_TASK_IMAGES,
    instances,
  });
}

function fileOf(
  { name, sha256, unnamed }: NonNullable<LoadedDataset['visibleFile']>,
  problems: readonly string[],
): VisibleTests['file'] {
  const count = problems.filter((id) => unnamed.has(id)).length;
  return { name, sha256, ...(count === 0 ? {} : { unnamed: count }) };
}

function visibleTestsOf(
  { visibleTests: said }: CheckedRequest,
  { rows, visibleFile }: LoadedDataset,
  problems: readonly string[],
): VisibleTests {
  const chosen = new Set(problems);
  const without = rows.filter(
    ({ problem }) => chosen.has(problem.id) && problem.visibleTests.length === 0,
  );
  const from =
    said === undefined ? runOptions.visibleTests.usual : (visibleTestRuleNamed(said) ?? 'file');
  const file = visibleFile === undefined ? {} : { file: fileOf(visibleFile, problems) };
  return { from, without: without.length, ...file };
}

interface Selection {
  readonly dataset: LoadedDataset;
  readonly model: ModelChoice;
  readonly problemsFlag: string;
}

function selectProblems(
  request: CheckedRequest,
  { dataset, model, problemsFlag }: Selection,
): readonly string[] {
  const all = dataset.rows.map(({ problem }) => problem.id);
  const named =
    request.problems === undefined
      ? all
      : pickNamed(all, request.problems, { dataset: dataset.name, problemsFlag });
  // `--limit` does not count problems that are left out: it takes the first problems that the bank has.
  const wanted = request.skipMissing ? named : named.slice(0, request.limit);
  const missing = new Set(model.missing(wanted));
  if (missing.size > 0 && model.config.kind === 'simulated' && missing.size === wanted.length) {
    throw new UsageError(
      `the bank of --model simulated has no problem of ${dataset.name}`,
      'Use --dataset bundled, or --model simulated:<bank> or recorded:<bank> with a bank of this data set',
    );
  }
  if (missing.size > 0 && !request.skipMissing) {
    throw new UsageError(
      `the bank has no program for ${String(missing.size)} of the problems: ${shownIds([...missing])}`,
      `Use another bank, choose ${problemsFlag}, or add --skip-missing to leave them out`,
    );
  }
  const selected = wanted.filter((id) => !missing.has(id)).slice(0, request.limit);
  if (selected.length === 0) {
    throw new UsageError(
      `no problem of ${dataset.name} is left after the selection`,
      `Check ${problemsFlag}, --limit and the bank`,
    );
  }
  return selected;
}

/** The named problems, in the order of the data set. */
function pickNamed(
  all: readonly string[],
  named: readonly string[],
  { dataset, problemsFlag }: { readonly dataset: string; readonly problemsFlag: string },
): readonly string[] {
  const unknown = named.filter((id) => !all.includes(id));
  if (unknown.length > 0) {
    throw new UsageError(
      `${problemsFlag}: ${dataset} has no ${shownIds(unknown)}`,
      `Its ids look like ${shownIds(all.slice(0, 3))}`,
    );
  }
  const wanted = new Set(named);
  return all.filter((id) => wanted.has(id));
}
