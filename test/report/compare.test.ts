import { compareRuns, comparisonLines } from '../../report/compare';
import { loadRun, type LoadedRun } from '../../report/load-run';
import { SmallRun, configOf } from './small-run';

async function played(id: string, config = configOf(), weather?: SmallRun['weather']) {
  const run = new SmallRun(id, ...(weather === undefined ? [] : [weather]));
  await run.play(config);
  return loadRun(run.store, id);
}

const endpoint = { kind: 'endpoint', name: 'some-model', logicalEndpoint: 'https://x/v1' } as const;
const simulated = { kind: 'simulated', name: 'simulated', logicalEndpoint: 'simulated:x' } as const;

const cell = (runs: readonly LoadedRun[], label: string): readonly string[] | undefined =>
  compareRuns(runs).tables[0]?.rows.find((row) => row.label === label)?.cells;

describe('runs side by side', () => {
  it('stand in one table in the order asked for, with the curve of each', async () => {
    const runs = [
      await played('b', configOf({ method: 'resample' })),
      await played('a', configOf({ budget: 2 })),
    ];
    const { tables, split } = compareRuns(runs);
    expect(split).toBeNull();
    expect(tables.map(({ columns }) => columns)).toEqual([['b', 'a']]);
    expect(cell(runs, 'method')).toEqual(['resample', 'code-tree']);
    expect(cell(runs, 'pass@1')).toEqual(['0.500', '0.500']);
    expect(cell(runs, 'assurance')).toEqual(['objects (2)', 'objects (2)']);
    expect(cell(runs, 'programs')).toEqual(['3', '3']);
    expect(cell(runs, '  after 1 program')).toEqual(['0.000', '0.000']);
    expect(cell(runs, '  after 3 programs')).toEqual(['0.500*', '-']);
    expect(tables[0]?.notes).toContain('Not the same budget.');
  });

  it('never mix simulated, recorded and real models in a table, and say so', async () => {
    const runs = [
      await played('real', configOf({ model: endpoint })),
      await played('recorded'),
      await played('simulated', configOf({ model: simulated })),
    ];
    const { tables, split } = compareRuns(runs);
    expect(tables.map(({ kind, columns }) => [kind, columns])).toEqual([
      ['simulated', ['simulated']],
      ['recorded', ['recorded']],
      ['endpoint', ['real']],
    ]);
    expect(split).toContain('not comparable');
    const lines = comparisonLines(runs);
    expect(lines[0]).toBe(split);
    expect(lines).toContain('Recorded answers of real models');
  });

  it('are not comparable when one model name was answered at two addresses, and each is named', async () => {
    const elsewhere = { ...endpoint, logicalEndpoint: 'https://y/v1' };
    const runs = [
      await played('here', configOf({ model: endpoint })),
      await played('there', configOf({ model: elsewhere })),
    ];
    expect(cell(runs, 'endpoint')).toEqual(['https://x/v1', 'https://y/v1']);
    expect(cell(runs, 'comparable')).toEqual(['not comparable', 'not comparable']);
    const other = await played('other', configOf({ model: { ...elsewhere, name: 'another' } }));
    expect(cell([runs[0] as LoadedRun, other], 'comparable')).toEqual(['yes', 'yes']);
  });

  it('say when they were asked under other words', async () => {
    const versions = { prompts: 'a'.repeat(64), extraction: 2, grading: 1 };
    const notes = compareRuns([
      await played('old', configOf({ versions })),
      await played('new', configOf({ versions: { ...versions, prompts: 'b'.repeat(64) } })),
    ]).tables[0]?.notes;
    expect(notes).toContain('Not the same prompts.');
    expect(notes?.join()).not.toContain('Not the same versions');
  });

  it('mark a steered run as not comparable', async () => {
    const run = new SmallRun('steered');
    await run.begin();
    const right = await run.node('HumanEval/0', { code: 'def f(x): return 2 * x', passes: true });
    const result = run.result([right]);
    await run.finish('HumanEval/0', { ...result, outcome: { ...result.outcome, steered: true } });
    const runs = [await played('plain'), await loadRun(run.store, 'steered')];
    expect(cell(runs, 'comparable')).toEqual(['yes', 'not comparable']);
    expect(compareRuns(runs).tables[0]?.notes).toContain(
      'steered: Not comparable: a person steered or cancelled attempts of this run.',
    );
    expect(cell(runs, '  bounds')).toEqual(['as above', '[0.500, 1.000]']);
  });

  it('have short heads that differ, however many they are, where their names do not fit', async () => {
    const one = await played('a-run-with-a-name-of-its-own');
    const heads = (count: number): readonly string[] =>
      comparisonLines(
        Array.from({ length: count }, () => one),
        80,
      ).flatMap((line) => /^(\w+) {2}a-run-with/.exec(line)?.slice(1) ?? []);
    expect(heads(26).join('')).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    expect(new Set(heads(27)).size).toBe(27);
  });

  it('are also compared without the problems whose verdicts depend on the clock', async () => {
    const weather = {
      latencyMs: 1,
      cpuMs: 1,
      timeSensitive: true,
      resend: false,
      readBack: false,
    };
    const sensitive = await played('sensitive', configOf(), weather);
    const runs = [await played('plain'), sensitive];
    expect(cell(runs, '  without 2 time-sensitive')).toEqual(['-', '-']);
    expect(cell([await played('plain')], '  without 0 time-sensitive')).toEqual([
      '0.500 [0.095, 0.905]',
    ]);
  });

  it('say what else differs', async () => {
    const other = configOf({ seed: 8, dataset: { name: 'humaneval', sha256: 'e'.repeat(64) } });
    const runs = [await played('a'), await played('b', other)];
    expect(compareRuns(runs).tables[0]?.notes.slice(0, 2)).toEqual([
      'Not the same problems: these runs differ in data set or selection.',
      'Not the same seed.',
    ]);
  });

  it('say that other tests were shown, and which, where the same ones judge', async () => {
    const judged = { name: 'humaneval', judgedSha256: 'f'.repeat(64) };
    const none = { from: 'none', without: 2 } as const;
    const docstring = { from: 'docstring', without: 0 } as const;
    const of = (letter: string, visibleTests: typeof none | typeof docstring) =>
      configOf({ dataset: { ...judged, sha256: letter.repeat(64), visibleTests } });
    const runs = [await played('a', of('d', docstring)), await played('b', of('e', none))];
    expect(compareRuns(runs).tables[0]?.notes[0]).toBe(
      'Visible tests differ (humaneval): docstring / none.',
    );
    expect(cell(runs, 'visible tests')).toEqual(['docstring', 'none']);
    expect(cell(runs, 'comparable')).toEqual(['yes', 'yes']);
  });

  it('share a statement that all make, and name the run of one that only one makes', async () => {
    const careless = configOf();
    const runs = [
      await played('a'),
      await played('b', configOf({ model: { ...careless.model, criticAccuracy: 0.5 } })),
    ];
    const notes = compareRuns(runs).tables[0]?.notes ?? [];
    expect(notes.filter((note) => note.includes('says nothing about any one model'))).toHaveLength(
      1,
    );
    expect(notes).toContainEqual(expect.stringMatching(/^b: Critic accuracy: 0\.5 \(a coin\)/));
  });
});
