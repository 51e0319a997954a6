import {
  environmentInstances,
  environmentRunOf,
  loadEnvironmentDataset,
} from '../../../lab/planning/environment-dataset';
import { createMemoryStore } from '../../fakes/memory-store';
import {
  clamp,
  environmentConfig,
  runId,
  smallEnvironment,
} from '../../report/environments/small-environment';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';

describe('the environments of a run', () => {
  it('are named by it', () => {
    expect(environmentRunOf('env:build-1')).toBe('build-1');
    expect(environmentRunOf('humaneval')).toBeNull();
    expect(environmentRunOf('my-env:x')).toBeNull();
  });

  it('are the accepted ones alone, each with what grades it', async () => {
    const found = await environmentInstances(await smallEnvironment(), runId);
    expect(found.map(({ instance }) => instance.id)).toEqual([
      `people/tools@cccccccccccc::${clamp}`,
    ]);
    expect(found[0]?.graded.parts.map(({ cases }) => cases)).toEqual([['case_0', 'case_1']]);
  });

  it('are a data set that is named after the run and how much of the repository is shown', async () => {
    const store = await smallEnvironment();
    const reading = { said: false, countTokens: () => 0 };
    const load = (retrieval: 'none' | 'full') =>
      loadEnvironmentDataset(store, runId, { ...reading, retrieval });
    const { name, rows, repeated, leftOut } = await load('none');
    expect(name).toContain(`env:${runId}`);
    expect((await load('full')).name).not.toBe(name);
    expect(rows.map(({ problem }) => [problem.kind, problem.dataset])).toEqual([['harness', name]]);
    expect([repeated, leftOut]).toEqual([0, []]);
  });

  it('are refused of another run, and where none was accepted', async () => {
    const store = createMemoryStore();
    await store.runs.createRun('search', scriptedRunConfig());
    await store.runs.createRun('empty', environmentConfig());
    for (const id of ['search', 'nothing']) {
      await expect(environmentInstances(store, id)).rejects.toMatchObject({
        ...{ code: 'RUN_UNKNOWN', exitCode: 2 },
        message: `${id} is no run that builds environments`,
      });
    }
    await expect(environmentInstances(store, 'empty')).rejects.toMatchObject({
      ...{ code: 'NO_INSTANCES', exitCode: 2, message: 'empty has accepted no harness' },
      remedy: expect.stringContaining('espalier env funnel empty') as string,
    });
  });
});
