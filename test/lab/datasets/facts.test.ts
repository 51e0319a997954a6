import { datasetFacts, problemFacts } from '../../../lab/datasets/facts';
import { knownDrops } from '../../../lab/datasets/known-drops';
import { problemOf } from '../../../lab/datasets/problem-of';
import { readSettings } from '../../../config/settings';
import { stateFolder } from '../../../config/state-folder';
import { withStore } from '../../../lab/with-store';
import { cleanUp, scratchState } from '../../engine/scratch-state';
import { scriptedProblem, scriptedRunConfig } from '../../workflows/support/scripted-problems';
import { loadRows } from '../../datasets/rows-in-file';
import { existsSync } from 'node:fs';

afterEach(() => cleanUp([]));

const row = (id: string, changes: object = {}) => ({
  task_id: id,
  prompt: 'def f(x):\n    """\n    >>> f(1)\n    1\n    >>> f(3)\n    3\n    """\n',
  entry_point: 'f',
  canonical_solution: '    return x\n',
  test: 'def check(candidate):\n    assert candidate(2) == 2\n',
  ...changes,
});

describe('what a data set holds', () => {
  it('is counted, and its first five ids are named', async () => {
    const ids = [1, 2, 3, 4, 5, 6, 7].map((number) => `P/${String(number)}`);
    const rows = ids.map((id) => row(id, id === 'P/3' ? { canonical_solution: undefined } : {}));
    const loaded = await loadRows(rows);
    const leftOut = [{ id: 'P/2', tests: 1 }] as unknown as typeof loaded.leftOut;
    const set = { ...loaded, repeated: 3, leftOut };
    expect(datasetFacts(set, null)).toMatchObject({
      ...{ dataset: set.name, sha256: set.sha256, form: 'HumanEval', problems: 7 },
      ...{ kinds: { function: 7 }, references: 6, repeated: 3, leftOut, drops: null },
      firstIds: ids.slice(0, 5),
      visible: set.counts.visible,
    });
  });

  it('of a problem is what a model reads of it, without the tests that are known to be dropped', async () => {
    const [one] = (await loadRows([row('P/1')])).rows;
    if (one === undefined) throw new Error('there is no row');
    expect(problemFacts(one, null)).toMatchObject({
      ...{ problem: 'P/1', kind: 'function', entryPoint: 'f', visibleTests: 2, hiddenTests: 1 },
      reference: true,
    });
    const dropped = [{ place: 0, test: 'f(1)', became: 'failed' as const }];
    const drops = { run: 'r', tried: 1, dropped: [{ problem: 'P/1', of: 2, dropped }] };
    const facts = problemFacts(one, drops);
    expect(facts).toMatchObject({ visibleTests: 1, drops });
    expect(facts.text).not.toContain('candidate(2)');
  });

  it('counts the suites of a function and the inputs of a script as hidden tests', () => {
    const { problem, hidden } = scriptedProblem('P/1');
    const count = (changed: object) =>
      problemFacts({ problem, hidden: { ...hidden, ...changed } }, null).hiddenTests;
    expect(count({ plus: 'more' })).toBe(2);
    expect(count({ kind: 'script', tests: [1, 2, 3] })).toBe(3);
    expect(count({ kind: 'harness', parts: [1, 2, 3, 4] })).toBe(4);
  });
});

describe('a problem of a data set', () => {
  it('is found by its id, or refused with how ids look', async () => {
    const set = await loadRows([row('P/1'), row('P/2')]);
    expect(problemOf(set, 'P/2')).toBe(set.rows[1]);
    expect(() => problemOf(set, 'P/3')).toThrow(
      expect.objectContaining({
        ...{ code: 'UNKNOWN_PROBLEM', exitCode: 2, message: `${set.name} has no problem "P/3"` },
        remedy: expect.stringContaining('look like P/1;') as string,
      }) as Error,
    );
    expect(() => problemOf({ name: 'none', rows: [] }, 'P/3')).toThrow(
      expect.objectContaining({ remedy: expect.stringContaining('(none)') as string }) as Error,
    );
  });
});

describe('the visible tests that are not shown', () => {
  const sha256 = 'd'.repeat(64);
  const rows = ['P/0', 'P/1'].map(scriptedProblem);
  const droppedAt = (place: number) => ({
    place,
    test: `test ${String(place)}`,
    became: 'failed' as const,
  });

  function place() {
    const settings = readSettings({ ESPALIER_HOME: scratchState().root });
    return { settings, folder: stateFolder(settings), note: () => undefined };
  }

  it('are those of the newest run on the same tests that has tried one of the problems', async () => {
    const context = place();
    await withStore(context, async ({ runs }) => {
      const on = (dataset: string) =>
        scriptedRunConfig({
          dataset: { name: 'scripted', sha256: dataset },
          problems: ['P/0', 'P/1', 'P/9'],
        });
      for (const id of ['older', 'newer', 'untried']) await runs.createRun(id, on(sha256));
      await runs.createRun('elsewhere', on('e'.repeat(64)));
      const keep = (run: string, problem: string, places: readonly number[]) =>
        runs.keepShownTests({ run, problem }, { of: 2, dropped: places.map(droppedAt) });
      for (const run of ['older', 'elsewhere']) await keep(run, 'P/0', [1]);
      await keep('newer', 'P/0', [0]);
      await keep('newer', 'P/1', []);
      await keep('newer', 'P/9', [0]);
      await keep('untried', 'P/9', [0]);
    });
    expect(await knownDrops(context, { sha256, rows })).toEqual({
      ...{ run: 'newer', tried: 2 },
      dropped: [{ problem: 'P/0', of: 2, dropped: [droppedAt(0)] }],
    });
    expect(await knownDrops(context, { sha256, rows: rows.slice(1) })).toMatchObject({
      ...{ run: 'newer', tried: 1, dropped: [] },
    });
  });

  it('are not known where no run has tried them, and a look makes no store', async () => {
    const context = place();
    expect(await knownDrops(context, { sha256, rows })).toBeNull();
    expect(existsSync(context.folder.store)).toBe(false);
    await withStore(context, ({ runs }) => runs.createRun('r', scriptedRunConfig()));
    expect(await knownDrops(context, { sha256, rows })).toBeNull();
  });
});
