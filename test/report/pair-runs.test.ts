import { alignRuns } from '../../core/metrics/align-runs';
import { loadWholeRun } from '../../report/load-run';
import type { WholeRun } from '../../report/load-run';
import type { VisibleTests } from '../../core/schemas/run';
import { pairLines } from '../../report/pair-lines';
import { pairRuns } from '../../report/pair-runs';
import { attemptOf, resultOf, sumsOf } from '../core/metrics/records';
import { SmallRun, configOf } from './small-run';

async function played(id: string, config = configOf()): Promise<WholeRun> {
  const run = new SmallRun(id);
  await run.play(config);
  return loadWholeRun(run.store, id);
}

const problems = Array.from({ length: 20 }, (_, at) => `HumanEval/${String(at)}`);

/** A run whose problems are solved where the list says so; null: without a verdict. */
async function runOf(id: string, solved: readonly (boolean | null)[]): Promise<WholeRun> {
  const run = await played(id, configOf({ problems }));
  const attempts = solved.map((isSolved, at) =>
    attemptOf(
      problems[at] ?? '',
      at,
      isSolved === null
        ? resultOf([0], [], { status: 'unscored', verdict: null, cause: 'the box broke' })
        : resultOf([0], isSolved ? [0] : []),
    ),
  );
  const completed = solved.filter((one) => one !== null).length;
  const summary = { ...run.summary, completed, total: 20 };
  return { ...run, attempts, sums: sumsOf(attempts), summary, failures: [] };
}

const listOf = (count: number, solved: (at: number) => boolean | null) =>
  Array.from({ length: count }, (_, at) => solved(at));

describe('two runs, problem by problem', () => {
  it('are told apart by McNemar’s test, with the flips and the problems a decision needs', async () => {
    const first = await runOf(
      'a',
      listOf(20, (at) => at < 8),
    );
    const second = await runOf(
      'b',
      listOf(20, (at) => at < 16),
    );
    const pair = pairRuns(first, second);
    expect(pair).toMatchObject({
      common: 20,
      compared: 20,
      rates: [0.4, 0.8],
      test: 'mcnemar-exact',
      decision: 'second',
      both: 8,
      neither: 4,
      bounds: null,
    });
    expect(pair.difference).toBeCloseTo(0.4, 12);
    expect(pair.p).toBeCloseTo(2 / 256, 12);
    expect(pair.flips.map(({ problem }) => problem)).toEqual(problems.slice(8, 16));
    expect(pair.needed).toBeLessThanOrEqual(20);
    const lines = pairLines(pair, [first, second]);
    expect(lines).toContainEqual(expect.stringMatching(/^B - A +\+0\.400, 95 % interval \[\+0\./u));
    expect(lines).toContainEqual(expect.stringContaining('p = 0.008: B solves more'));
  });

  it('are not decided by what attempts without a verdict may still turn, and say so', async () => {
    const first = await runOf(
      'a',
      listOf(20, (at) => (at < 6 ? false : at < 14 ? null : true)),
    );
    const second = await runOf(
      'b',
      listOf(20, () => true),
    );
    const pair = pairRuns(first, second);
    expect(pair.compared).toBe(12);
    expect(pair.open).toHaveLength(8);
    expect(pair.p).toBeCloseTo(2 / 64, 12);
    expect(pair.bounds).toEqual([0.3, 0.7]);
    expect(pair.notes).toContainEqual(expect.stringContaining('8 of 20 attempts have no verdict'));
    expect(pair.notes).toContainEqual(
      expect.stringContaining('Not the same attempts are without a verdict'),
    );
    const worse = await runOf(
      'c',
      listOf(20, (at) => (at < 6 ? true : null)),
    );
    const failed = await runOf(
      'd',
      listOf(20, () => false),
    );
    expect(pairRuns(failed, worse).decision).toBe('second');
    const open = await runOf(
      'e',
      listOf(20, (at) => (at < 6 ? false : null)),
    );
    expect(pairRuns(open, worse)).toMatchObject({ decision: 'open', compared: 6 });
  });

  it('are compared where other tests were shown, and the same ones judge: which, is said', async () => {
    const judgedSha256 = 'f'.repeat(64);
    const dataset = (letter: string, visibleTests: VisibleTests) =>
      configOf({
        dataset: { name: 'humaneval', sha256: letter.repeat(64), judgedSha256, visibleTests },
      });
    const file = { name: 'paper.jsonl', sha256: 'c'.repeat(64) };
    const first = await played('a', dataset('d', { from: 'docstring', without: 0 }));
    const second = await played('b', dataset('e', { from: 'file', without: 0, file }));
    const pair = pairRuns(first, second);
    expect(pair.compared).toBe(2);
    expect(pair.notes[0]).toBe(
      'Visible tests differ (humaneval): docstring / file paper.jsonl (sha256 cccccccccccc).',
    );
    // Of before it was kept what judges: of the same rows as the first, and as nobody.
    const older = await played('c', configOf());
    expect(pairRuns(first, older).compared).toBe(2);
    expect(() => pairRuns(second, older)).toThrow('is of the data set');
  });

  it('are refused where that says nothing', async () => {
    const run = await played('a');
    const endpoint = { kind: 'endpoint', name: 'm', logicalEndpoint: 'https://x/v1' } as const;
    const other = { name: 'humaneval', sha256: 'e'.repeat(64) };
    const codeOf = (second: WholeRun): unknown => {
      try {
        return pairRuns(run, second);
      } catch (error) {
        return (error as { code?: string }).code;
      }
    };
    expect(codeOf(run)).toBe('SAME_RUN');
    expect(codeOf(await played('b', configOf({ model: endpoint })))).toBe('SOURCES_DIFFER');
    expect(codeOf(await played('b', configOf({ dataset: other })))).toBe('DATASETS_DIFFER');
    const elsewhere = await played('b');
    const moved = { ...elsewhere.record.config, problems: ['HumanEval/9'] };
    expect(codeOf({ ...elsewhere, record: { ...elsewhere.record, config: moved } })).toBe(
      'NO_COMMON_PROBLEMS',
    );
    expect(codeOf({ ...(await played('c')), attempts: [] })).toBe('NO_COMMON_VERDICTS');
    expect(codeOf({ ...run, summary: { ...run.summary, scored: false } })).toBe('SAME_RUN');
    const judged = await played('d');
    const unscored = { ...judged, summary: { ...judged.summary, scored: false } };
    expect(codeOf(unscored)).toBe('RUN_WITHOUT_VERDICTS');
    expect(() => pairRuns(unscored, run)).toThrow('no verdicts');
  });

  it('have bounds in which each run counts with its own number of attempts', () => {
    const attempt = (sample: number, solved: boolean) => ({
      ...attemptOf('p', 0, resultOf([0], solved ? [0] : [])),
      sample,
    });
    const one = { problems: ['p'], samples: 2, attempts: [attempt(0, true)] };
    const other = { problems: ['p'], samples: 4, attempts: [attempt(0, true), attempt(1, false)] };
    // Of two attempts one is solved and one open; of four one is solved, one failed and two are open.
    expect(alignRuns(one, other).bounds).toEqual([1 / 4 - 2 / 2, 3 / 4 - 1 / 2]);
    expect(alignRuns(other, one).bounds).toEqual([1 / 2 - 3 / 4, 2 / 2 - 1 / 4]);
  });

  it('say how many problems both have, and each alone', async () => {
    const first = await played('a', configOf({ problems: problems.slice(0, 2) }));
    const second = await played('b', configOf({ problems: problems.slice(0, 5) }));
    expect(pairRuns(first, second)).toMatchObject({ common: 2, onlyFirst: 0, onlySecond: 3 });
    expect(pairRuns(second, first)).toMatchObject({ common: 2, onlyFirst: 3, onlySecond: 0 });
  });

  it('leave problems of one run alone out, and count them', () => {
    const run = { samples: 1, attempts: [] };
    const aligned = alignRuns({ ...run, problems: ['p', 'q'] }, { ...run, problems: ['q', 'r'] });
    expect(aligned).toMatchObject({ onlyFirst: ['p'], onlySecond: ['r'], bounds: [-1, 1] });
  });
});
