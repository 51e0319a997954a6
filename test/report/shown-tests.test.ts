import type { ShownTests } from '../../core/schemas/shown-tests';
import { runFacts } from '../../report/export/run-facts';
import { loadWholeRun } from '../../report/load-run';
import type { WholeRun } from '../../report/load-run';
import { runDocument } from '../../report/run-document';
import { runRows, runTableLines } from '../../report/run-table';
import { visibleSource } from '../../report/shown-tests';
import { configOf, SmallRun } from './small-run';

const file = { name: 'paper.jsonl', sha256: 'c'.repeat(64) };
const config = configOf({
  dataset: {
    ...{ name: 'humaneval', sha256: 'd'.repeat(64) },
    visibleTests: { from: 'file', without: 0, file },
  },
});
const one = { place: 0, test: 'assert f(1) == 3', became: 'failed' } as const;

async function played(shown: Readonly<Record<string, ShownTests>>): Promise<WholeRun> {
  const run = new SmallRun();
  await run.play(config);
  for (const [problem, tests] of Object.entries(shown)) {
    await run.store.runs.keepShownTests({ run: run.id, problem }, tests);
  }
  return loadWholeRun(run.store, run.id);
}

const valueOf = (run: WholeRun, label: string): string | undefined =>
  runRows(run).find((row) => row.label === label)?.value;

describe('visible tests in the table of a run', () => {
  it('are those of a file, by name and hash, with how many problems have none left', async () => {
    const run = await played({
      'HumanEval/0': { of: 1, dropped: [one] },
      'HumanEval/1': { of: 2, dropped: [] },
    });
    expect(valueOf(run, 'visible tests')).toBe(
      'file paper.jsonl (sha256 cccccccccccc) (1 of 2 problems without)',
    );
    expect(valueOf(run, 'visible tests dropped')).toBe(
      'HumanEval/0 (1 of 1): assert f(1) == 3; the references fail them',
    );
  });

  it('that were dropped are named in --json and in run.json, too, and nowhere where none was', async () => {
    const run = await played({ 'HumanEval/0': { of: 2, dropped: [one] } });
    const of = { of: 2, dropped: [one] };
    expect(runDocument(run).visibleTestsDropped).toEqual([{ problem: 'HumanEval/0', ...of }]);
    expect(runFacts(run, [])).toMatchObject({
      visibleTestsDropped: [{ task_id: 'HumanEval/0', ...of }],
    });
    const none = await played({});
    expect(valueOf(none, 'visible tests dropped')).toBeUndefined();
    expect(runFacts(none, [])).not.toHaveProperty('visibleTestsDropped');
  });
});

describe('problems whose reference fails the hidden tests', () => {
  const why = 'the reference solution fails its own hidden tests here (failed)';
  const named = async (level: NonNullable<WholeRun['attempts'][number]['result']>['level']) => {
    const run = new SmallRun();
    await run.begin(config);
    const unscored = level?.kind === 'bad-reference';
    await run.finish('HumanEval/0', {
      ...run.result([]),
      ...(unscored ? { status: 'unscored', verdict: null, cause: why } : {}),
      level,
    });
    return loadWholeRun(run.store, run.id);
  };

  it('are unscored by name: a bound, and a reason of their own', async () => {
    const run = await named({ kind: 'bad-reference', why });
    expect(valueOf(run, 'bad references')).toBe(
      'HumanEval/0: the reference fails the hidden tests, so that nothing is scored',
    );
    expect(run.summary).toMatchObject({ completed: 0, unscored: 1, bounds: [0, 1] });
    expect(run.failures.map(({ reason }) => reason)).toContain('bad-reference');
    expect(runTableLines(run).join('\n')).toContain(`unscored: HumanEval/0: ${why}`);
    expect(runFacts(run, [])).toMatchObject({
      badReferences: [{ task_id: 'HumanEval/0', sample: 0, why }],
      refused: [],
    });
  });

  it.each([
    ['fails', 'the reference fails the hidden tests; scored all the same'],
    [
      'stopped',
      'a limit stopped the reference, or it could not be run, so verdicts there say little',
    ],
    [undefined, 'they pass at no level, so verdicts there say little'],
  ] as const)('are named where they are scored (%s)', async (reference, words) => {
    const found = { kind: 'found', level: 'data', by: 'nobody', hasReference: true } as const;
    const run = await named({ ...found, ...(reference === undefined ? {} : { reference }) });
    expect(valueOf(run, 'bad references')).toBe(`HumanEval/0: ${words}`);
  });

  it('says how many problems a file does not name', () => {
    expect(visibleSource({ from: 'file', without: 0, file: { ...file, unnamed: 2 } })).toBe(
      'file paper.jsonl (sha256 cccccccccccc; 2 problems not in it with their own)',
    );
  });
});
