import type { Settings } from '../../config/settings';
import { UsageError } from '../../core/errors/errors';
import type { LoadedDataset } from '../../datasets';
import { chooseModel } from '../planning/model-choice';
import type { ModelChoice } from '../planning/model-choice';
import { datasetFor, planWith, refuseOptions } from '../planning/plan-run';
import type { PlannedRun } from '../planning/plan-run';
import type { CheckedRequest } from '../planning/run-request';
import { withBankOfTasks } from '../planning/simulated-tasks';
import { namingPreset, withPreset } from '../planning/with-preset';
import { shownIds } from '../planning/shown-ids';
import type { CheckedSweep } from './sweep-request';

/**
 * Every run of a sweep: under each model data set by data set, each method on it. Nothing has been started or written. Every
 * bank and data set is read once. Problems, and levels of problems, that are named go to the data sets that have them.
 * @throws UsageError naming the method and the data set that do not fit, or what else cannot be; `SAME_RUN` for two runs that
 * are one
 */
export async function planSweep(
  request: CheckedSweep,
  settings: Settings,
): Promise<readonly PlannedRun[]> {
  const asked = runsOf(request);
  for (const run of asked) inRun(run, () => refuseOptions(run));
  const runs = asked.map(withPreset);
  const models = new Map<string, ModelChoice>();
  for (const run of runs) {
    if (!models.has(run.model)) models.set(run.model, await chooseModel(run, settings));
  }
  const datasets = new Map<string, LoadedDataset>();
  for (const run of asked) {
    if (datasets.has(run.dataset)) continue;
    const dataset = await namingPreset(run, () => datasetFor(withPreset(run), settings));
    datasets.set(run.dataset, dataset);
  }
  refuseUnknownIds(request, [...datasets.values()]);
  const plans: PlannedRun[] = [];
  for (const run of runs) {
    const chosen = models.get(run.model);
    const dataset = datasets.get(run.dataset);
    if (chosen === undefined || dataset === undefined) continue;
    const model = await withBankOfTasks(run, { dataset, model: chosen }, settings);
    plans.push(inRun(run, () => planWith(ofSet(run, dataset), { dataset, model })));
  }
  refuseSameRuns(plans);
  return plans;
}

function runsOf({ dataset, method, model, ...settings }: CheckedSweep): readonly CheckedRequest[] {
  return model.flatMap((oneModel) =>
    dataset.flatMap((oneSet) =>
      method.map((one) => ({ ...settings, model: oneModel, dataset: oneSet, method: one })),
    ),
  );
}

/** What is refused of one run of many is refused with its place. */
function inRun<T>({ method, dataset }: CheckedRequest, plan: () => T): T {
  try {
    return plan();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const { code, remedy, message } = error;
    throw new UsageError(`${method} on ${dataset}: ${message}`, remedy, { code, cause: error });
  }
}

/** The named problems that a data set has, and their levels. */
function ofSet(
  { problems, assuranceOf, ...rest }: CheckedRequest,
  { rows }: LoadedDataset,
): CheckedRequest {
  const known = new Set(rows.map(({ problem }) => problem.id));
  const levels = Object.entries(assuranceOf ?? {}).filter(([id]) => known.has(id));
  return {
    ...rest,
    ...(problems === undefined ? {} : { problems: problems.filter((id) => known.has(id)) }),
    assuranceOf: Object.fromEntries(levels),
  };
}

/** @throws UsageError for problems that none of the data sets has */
function refuseUnknownIds(
  { problems = [], assuranceOf = {} }: CheckedSweep,
  datasets: readonly LoadedDataset[],
): void {
  const known = new Set(datasets.flatMap(({ rows }) => rows.map(({ problem }) => problem.id)));
  const named = { '--problems': problems, '--assurance-of': Object.keys(assuranceOf) };
  for (const [flag, ids] of Object.entries(named)) {
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length === 0) continue;
    throw new UsageError(
      `${flag}: none of the data sets has ${shownIds(unknown)}`,
      '`espalier dataset show NAME` lists the ids of one',
    );
  }
}

function refuseSameRuns(plans: readonly PlannedRun[]): void {
  const seen = new Map<string, PlannedRun>();
  for (const plan of plans) {
    if (seen.has(plan.id)) {
      throw new UsageError(
        `two of the runs are one: ${plan.config.method} on ${plan.dataset.name}, run ${plan.id}`,
        'Name each data set and each bank once, whatever it is called',
        { code: 'SAME_RUN' },
      );
    }
    seen.set(plan.id, plan);
  }
}
