import { AttemptContexts } from '../../../activities/work/attempt-contexts';
import { versionsOf } from '../../../core/work/versions';
import { sha256Of } from '../../fakes/memory-blobs';
import { createMemoryStore } from '../../fakes/memory-store';
import { scriptedProblem, scriptedRunConfig } from '../../workflows/support/scripted-problems';

const versions = versionsOf(scriptedRunConfig(), sha256Of);

async function contextsWith(begunWith: typeof versions): Promise<AttemptContexts> {
  const store = createMemoryStore();
  await store.runs.createRun('r', { ...scriptedRunConfig(), versions: begunWith });
  return new AttemptContexts(store);
}

describe('what the activities of an attempt need of its run', () => {
  it('is not given of a run that was begun with other versions: it pauses, whoever set it to work', async () => {
    const contexts = await contextsWith({ ...versions, prompts: 'a'.repeat(64) });
    await expect(contexts.run('r')).rejects.toMatchObject({
      code: 'RUN_OF_OTHER_VERSIONS',
      fate: 'pauses-run',
      message: 'run r was begun with other versions of: prompts',
    });
  });

  it('is given of one of these versions', async () => {
    const { id } = await (await contextsWith(versions)).run('r');
    expect(id).toBe('r');
  });

  it('is the problem as everybody sees it, once that is known, and as its data set has it', async () => {
    const store = createMemoryStore();
    await store.runs.createRun('r', scriptedRunConfig());
    const { problem, hidden } = scriptedProblem('P/0');
    await store.problems.save(scriptedRunConfig().dataset.sha256, [{ problem, hidden }]);
    const contexts = new AttemptContexts(store);
    const attempt = { run: 'r', problem: 'P/0', sample: 0 };
    const tests = async () => (await contexts.of(attempt)).problem.visibleTests;
    const [first, ...rest] = problem.visibleTests;
    expect(await tests()).toEqual(problem.visibleTests);
    const dropped = [{ place: 0, test: String(first), became: 'failed' as const }];
    await store.runs.keepShownTests(attempt, { of: problem.visibleTests.length, dropped });
    expect(await tests()).toEqual(rest);
    expect((await contexts.given(attempt)).problem).toEqual(problem);
  });

  it('is not given of a run that is not there, nor as that of another kind of work', async () => {
    const contexts = await contextsWith(versions);
    await expect(contexts.run('gone')).rejects.toMatchObject({
      ...{ code: 'RUN_MISSING', fate: 'pauses-run', message: 'run gone is not in the store' },
    });
    expect((await contexts.configOf('r', 'search')).kind).toBe('search');
    await expect(contexts.configOf('r', 'dialogue')).rejects.toThrow('run r is no dialogue');
  });

  it('is read again where reading failed', async () => {
    const store = createMemoryStore();
    await store.runs.createRun('r', scriptedRunConfig());
    let fails = true;
    const run: typeof store.runs.run = (id) =>
      fails ? Promise.reject(new Error('locked')) : store.runs.run(id);
    const contexts = new AttemptContexts({ ...store, runs: { ...store.runs, run } });
    await expect(contexts.run('r')).rejects.toThrow('locked');
    fails = false;
    expect((await contexts.run('r')).id).toBe('r');
  });

  it('is read once of each problem, as long as it is among the last that were asked about', async () => {
    const store = createMemoryStore();
    await store.runs.createRun('r', scriptedRunConfig());
    const { problem } = scriptedProblem('P/0');
    const reads: string[] = [];
    const contexts = new AttemptContexts({
      ...store,
      problems: { ...store.problems, problem: async () => problem },
      runs: {
        ...store.runs,
        shownTests: async ({ problem: id }) => {
          reads.push(id);
          return { of: 2, dropped: [] };
        },
      },
    });
    const read = (id: number) => contexts.of({ run: 'r', problem: `P/${String(id)}`, sample: 0 });
    for (let id = 0; id < 1000; id += 1) await read(id);
    await read(0);
    await read(1);
    expect(reads).toHaveLength(1000);
    // One more than is remembered: the first is forgotten for it.
    await read(1000);
    await read(1);
    await read(0);
    expect(reads.slice(1000)).toEqual(['P/1000', 'P/0']);
  });
});
