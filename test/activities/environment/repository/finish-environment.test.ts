import { beginEnvironment } from '../../../../activities/environment/repository/begin-environment';
import { finishEnvironment } from '../../../../activities/environment/repository/finish-environment';
import type { RepositoryParts } from '../../../../activities/environment/repository/repository-parts';
import type { Store } from '../../../../core/ports/records';
import { environmentRecord } from '../../../fakes/environment-samples';
import { createMemoryStore } from '../../../fakes/memory-store';
import {
  environmentConfig,
  repositoryId,
  runId,
} from '../../../report/environments/small-environment';

const attempt = { run: runId, problem: repositoryId, sample: 0 };
type Parts = Pick<RepositoryParts, 'store' | 'contexts' | 'harnessesAtOnce'>;

async function begun(): Promise<{ store: Store; parts: Parts }> {
  const store = createMemoryStore();
  const config = environmentConfig();
  await store.runs.createRun(runId, config);
  const contexts = { configOf: () => Promise.resolve(config) } as unknown as Parts['contexts'];
  const parts = { store, contexts, harnessesAtOnce: 3 };
  expect(await beginEnvironment(parts, { attempt, position: 0 })).toEqual({
    finished: null,
    rules: { generators: ['traces', 'hypothesis'], maxRounds: 3 },
    harnessesAtOnce: 3,
  });
  return { store, parts };
}

const nothing = { attempt, position: 0, ended: null, environment: null, unfinished: null };

test('a repository is finished with its funnel, its status and its source', async () => {
  const { store, parts } = await begun();
  const record = environmentRecord({ lacks: ['no extras', 'no extras', 'no tests'] });
  await store.environments.saveEnvironment(record);
  await store.environments.saveFunnel(attempt, [
    { stage: 'filtered', id: 'a', filter: 'no-docstring' },
    { stage: 'accepted', id: 'b', harness: '1'.repeat(64) },
  ]);
  const summary = await finishEnvironment(parts, { ...nothing, environment: record.sha256 });
  expect(summary).toEqual({ status: 'completed', solved: false });
  expect((await store.runs.attempt(attempt))?.result).toMatchObject({
    status: 'completed',
    cause: null,
    outcome: {
      ...{ kind: 'environment', environment: record.sha256, repository: record.repository },
      status: { code: 'partial', why: 'no extras; no tests' },
      counts: { definitions: 2, candidates: 1, accepted: 1, rejected: 0 },
    },
  });
  const again = await beginEnvironment(parts, { attempt, position: 0 });
  expect(again).toEqual({ finished: { status: 'completed', solved: false } });
});

test('a repository lacks what its tree lacks and what its installation lacks', async () => {
  const { store, parts } = await begun();
  const record = environmentRecord({ lacks: ['no extras'] });
  await store.environments.saveEnvironment(record);
  const { repository } = record;
  const tree = { repository, files: 1, bytes: 1, version: { describe: null, date: null } };
  const taken = await store.blobs.put(
    JSON.stringify({ ended: null, tree: { ...tree, lacks: 'no submodules', folder: null } }),
  );
  const config = environmentConfig();
  const { environment } = config;
  const sources = { [repositoryId]: { ...environment.sources[repositoryId], taken } };
  const configOf = () => Promise.resolve({ ...config, environment: { ...environment, sources } });
  const contexts = { configOf } as unknown as Parts['contexts'];
  await finishEnvironment({ ...parts, contexts }, { ...nothing, environment: record.sha256 });
  expect((await store.runs.attempt(attempt))?.result?.outcome).toMatchObject({
    status: { code: 'partial', why: 'no submodules; no extras' },
  });
});

test('a repository that lacks nothing is ok, and one that ended early keeps its status', async () => {
  const { store, parts } = await begun();
  const statusOf = async () => {
    const outcome = (await store.runs.attempt(attempt))?.result?.outcome;
    return outcome?.kind === 'environment' ? outcome.status : undefined;
  };
  await finishEnvironment(parts, { ...nothing, unfinished: 'b has no end' });
  expect(await statusOf()).toEqual({ code: 'ok' });
  await finishEnvironment(parts, { ...nothing, ended: { code: 'no_python' } });
  expect(await statusOf()).toEqual({ code: 'no_python' });
});

test('a repository with functions that have no end has no result yet, and may be begun again', async () => {
  const { store, parts } = await begun();
  const summary = await finishEnvironment(parts, { ...nothing, unfinished: 'b has no end' });
  expect(summary).toEqual({ status: 'unscored', solved: false });
  expect((await store.runs.attempt(attempt))?.result?.cause).toBe('b has no end');
  expect(await beginEnvironment(parts, { attempt, position: 0 })).toMatchObject({ finished: null });
});

test('an environment that is not in the store finishes nothing', async () => {
  const { store, parts } = await begun();
  const lost = { ...nothing, environment: 'f'.repeat(64) };
  await expect(finishEnvironment(parts, lost)).rejects.toMatchObject({
    code: 'ENVIRONMENT_MISSING',
  });
  expect((await store.runs.attempt(attempt))?.result).toBeNull();
});
