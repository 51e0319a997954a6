import { asJson, canonicalJson } from '../../core/values/canonical-json';
import { UsageError } from '../../core/errors/errors';
import { hiddenLimit } from '../../core/grading/hidden-limit';
import { visibleLimit } from '../../core/grading/visible-limit';
import type { Store } from '../../core/ports/records';
import { generators } from '../../core/names/harness-plan';
import type { Generator } from '../../core/names/harness-plan';
import { runsJobs } from '../../core/repository/interpreter';
import type { RepositoryInput } from '../../core/schemas/environment';
import { RunConfig } from '../../core/schemas/run';
import { usualLeastLevel } from '../../core/schemas/verdict';
import type { LabContext } from '../lab-context';
import { chooseModel } from '../planning/model-choice';
import { noModel } from '../planning/no-model';
import { runIdOf } from '../planning/run-id';
import type { StartableRun } from '../runs/start-run';
import { environmentDefaults } from './environment-request';
import type { CheckedEnvironmentRequest } from './environment-request';
import { readSources } from './read-sources';
import { withIds } from './source-ids';
import type { PlannedSource } from './source-ids';
import { ownVersions } from '../planning/own-versions';
import { sha256Of } from '../sha256-of';

/**
 * Plans a run that builds environments. Folders are read into the store now, so any worker that continues the run has them.
 * Of other sources only the name has been checked.
 * @throws UsageError naming the source or the option, the fault and the remedy
 */
export async function planEnvironments(
  { settings, note }: Pick<LabContext, 'settings' | 'note'>,
  store: Store,
  request: CheckedEnvironmentRequest,
): Promise<StartableRun> {
  refuseWithoutModel(request);
  refuseFuture(request);
  refuseOldPython(request);
  const model =
    request.model === noModel.config.name
      ? noModel
      : await chooseModel({ model: request.model }, settings);
  const { parseGitAddress } = await import('../../repositories/index.js');
  const inputs = readSources(request, parseGitAddress);
  const planned: PlannedSource[] = [];
  for (const input of inputs) planned.push(await planSource(store, input, note));
  const byId = withIds(planned);
  const ids = [...byId.keys()];
  const sources = Object.fromEntries(
    [...byId].map(([id, { input, taken }]) => [
      id,
      { input, ...(taken === null ? {} : { taken: taken.sha256 }) },
    ]),
  );
  const asked = RunConfig.parse({
    kind: 'environment',
    method: 'build-environment',
    dataset: {
      name: ids.length === 1 ? ids[0] : `${String(ids.length)}-repositories`,
      sha256: sha256Of(canonicalJson(asJson(sources))),
    },
    problems: ids,
    model: model.config,
    ...(model === noModel ? {} : { maxTokens: request.maxTokens ?? environmentDefaults.maxTokens }),
    limits: { visible: visibleLimit(), hidden: hiddenLimit() },
    assurance: usualLeastLevel,
    ...(request.fresh === undefined ? {} : { fresh: request.fresh }),
    environment: { sources, ...howToBuild(request) },
  });
  const config = { ...asked, versions: ownVersions(asked) };
  return {
    id: runIdOf(config),
    config,
    model,
    dataset: { rows: [] },
    concurrency: request.concurrency,
  };
}

/** The part of a request that all repositories share. */
function howToBuild(request: CheckedEnvironmentRequest): object {
  const { functions: only, limit: most, maxCalls, tokenBudget, maxCost } = request;
  const budget = said({ calls: maxCalls, tokens: tokenBudget, costUsd: maxCost });
  const asked = request.model !== noModel.config.name;
  return {
    generators: request.generators ?? usualGenerators(asked),
    maxRounds: request.maxRounds ?? environmentDefaults.maxRounds,
    disabledFilters: [...new Set(request.disableFilter)].sort(),
    ...said({ only: only === undefined ? undefined : [...new Set(only)].sort(), most }),
    gates: { coverage: request.minCoverage, mutation: request.minMutation },
    indexUntil: request.indexUntil ?? startOfDay(new Date()),
    ...said({ python: request.python }),
    docstrings: asked,
    ...(Object.keys(budget).length === 0 ? {} : { budget }),
  };
}

const usualGenerators = (asked: boolean): readonly Generator[] =>
  generators.filter((generator) => asked || generator !== 'model');

/** The day is in UTC. During one day, the same command is the same run and installs the same. */
function startOfDay(now: Date): string {
  return `${now.toISOString().slice(0, 10)}T00:00:00Z`;
}

/** @throws UsageError naming an option that means nothing where no model is asked */
function refuseWithoutModel(request: CheckedEnvironmentRequest): void {
  if (request.model !== noModel.config.name) return;
  const { maxRounds, maxTokens, maxCalls, tokenBudget, maxCost } = request;
  const asks = {
    '--generators model': request.generators?.includes('model') === true ? true : undefined,
    '--max-rounds': maxRounds,
    '--max-tokens': maxTokens,
    '--max-calls': maxCalls,
    '--token-budget': tokenBudget,
    '--max-cost': maxCost,
  };
  const [option] = Object.keys(said(asks));
  if (option === undefined) return;
  throw new UsageError(`${option} means nothing without a model`, 'Leave it out, or give --model');
}

/** @throws UsageError for a Python that our own jobs, which import the project, do not run on */
function refuseOldPython({ python }: CheckedEnvironmentRequest): void {
  if (python === undefined || runsJobs(python)) return;
  throw new UsageError(
    `--python ${python}: the jobs that import a project run on Python 3.9 and later`,
    'Name 3.9 or later, or leave it out',
  );
}

/** @throws UsageError for a future time: its index is unknown, and installed files are stored under their time */
function refuseFuture({ indexUntil }: CheckedEnvironmentRequest): void {
  if (indexUntil === undefined || Date.parse(indexUntil) <= Date.now()) return;
  throw new UsageError(
    `--index-until ${indexUntil} has not come yet`,
    'Name a time that has passed, or leave it out',
  );
}

async function planSource(
  store: Store,
  input: RepositoryInput,
  note: LabContext['note'],
): Promise<PlannedSource> {
  if (input.kind !== 'path') return { input, taken: null };
  note(`reading ${input.path}`);
  const { takeIn } = await import('../../repositories/index.js');
  const content = await takeIn(input, { keep: store.environments.putArchive });
  if (input.revision !== undefined && content.ended?.code === 'clone_failed') {
    throw new UsageError(`${input.path}: ${content.ended.why}`, 'Name a revision that it has', {
      code: 'BAD_SOURCE',
    });
  }
  const sha256 = await store.blobs.put(canonicalJson(asJson(content)));
  return { input, taken: { sha256, content } };
}

/** The object without undefined members. */
function said<Members extends object>(members: Members): Partial<Members> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<Members>;
}
