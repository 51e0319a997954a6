import { authorAtEndpoint } from './author-text';
import type { LoadedRun, WholeRun } from './load-run';
import { methodText } from './method-text';
import { countText, plural } from '../core/words/plural';
import { intervalText, rateText } from './number-text';
import type { Flip, RunPair } from './pair-runs';
import { terminalLine } from './terminal-safe';
import { textTable } from './text-table';

/** `espalier compare A B` as lines. */
export function pairLines(
  pair: RunPair,
  runs: readonly [first: WholeRun, second: WholeRun],
): readonly string[] {
  return [
    ...textTable([...runs.map((run, at) => [at === 0 ? 'A' : 'B', ...runCells(run)])]),
    '',
    ...textTable(rowsOf(pair)),
    ...flipLines(pair, runs),
    ...(pair.notes.length === 0 ? [] : ['', ...pair.notes.map((note) => `- ${note}`)]),
  ];
}

function runCells({ record: { id, config } }: LoadedRun): readonly string[] {
  return [id, methodText(config), authorAtEndpoint(config)].map(terminalLine);
}

function rowsOf(pair: RunPair): readonly (readonly string[])[] {
  const [first, second] = pair.rates;
  return [
    ['problems', problemsText(pair)],
    ['pass@1', `A ${rateText(first)}, B ${rateText(second)}`],
    ['B - A', `${signed(pair.difference)}, 95 % interval ${signedInterval(pair.interval)}`],
    ...(pair.bounds === null
      ? []
      : [
          [
            'bounds',
            `${signedInterval(pair.bounds)} over all ${countText(pair.common)}, were what has no verdict to fall one way, or the other`,
          ],
        ]),
    ['solved', solvedText(pair)],
    [testName(pair), `p = ${pText(pair.p)}: ${decisionText(pair)}`],
    ['needed', neededText(pair)],
  ];
}

function testName({ test }: RunPair): string {
  return test === 'mcnemar-exact' ? 'McNemar, exact' : 'sign flips';
}

function problemsText({ common, compared, onlyFirst, onlySecond }: RunPair): string {
  return [
    `${countText(common)} in both`,
    ...(compared === common ? [] : [`${countText(compared)} with a verdict in both`]),
    ...(onlyFirst === 0 ? [] : [`${countText(onlyFirst)} of A alone left out`]),
    ...(onlySecond === 0 ? [] : [`${countText(onlySecond)} of B alone left out`]),
  ].join(', ');
}

function solvedText({ both, neither, flips, compared }: RunPair): string {
  const better = flips.filter(
    ({ first, second }) => first.solved / first.of > second.solved / second.of,
  );
  const [a, b] = [better.length, flips.length - better.length];
  const alike = compared - both - neither - flips.length;
  return (
    `both ${countText(both)}, only A ${countText(a)}, only B ${countText(b)}, neither ${countText(neither)}` +
    (alike === 0 ? '' : `, equally often ${countText(alike)}`)
  );
}

function decisionText({ decision, p }: RunPair): string {
  switch (decision) {
    case 'first':
      return 'A solves more, at a level of 5 %';
    case 'second':
      return 'B solves more, at a level of 5 %';
    case 'open':
      return 'a difference at a level of 5 %, which attempts without a verdict may still turn';
    case 'none':
      return p === 1 ? 'no difference' : 'no difference at a level of 5 %';
  }
}

function neededText({ needed, compared }: RunPair): string {
  if (needed === null) return 'no difference was seen in them, so that it cannot be said';
  const power = 'to notice this difference at 5 % with a power of 80 %';
  return needed <= compared
    ? `${plural(needed, 'problem')} ${power}: there are ${countText(compared)}`
    : `${plural(needed, 'problem')} ${power}: ${countText(needed - compared)} more`;
}

function flipLines(
  { flips }: RunPair,
  [first, second]: readonly [WholeRun, WholeRun],
): readonly string[] {
  if (flips.length === 0) return [];
  const why = (run: WholeRun, problem: string): string => {
    const reasons = run.failures
      .filter((one) => one.problem === problem)
      .map(({ reason }) => reason);
    return [...new Set(reasons)].join(', ') || 'solved';
  };
  return [
    '',
    ...textTable([
      ['problem', 'A', 'B'],
      ...flips.map((flip) =>
        [
          flip.problem,
          `${countOf(flip, 'first')}${why(first, flip.problem)}`,
          `${countOf(flip, 'second')}${why(second, flip.problem)}`,
        ].map(terminalLine),
      ),
    ]),
  ];
}

/** `3/5 `, where there are several attempts. */
function countOf(flip: Flip, side: 'first' | 'second'): string {
  const { solved, of } = flip[side];
  return of === 1 ? '' : `${String(solved)}/${String(of)} `;
}

/** `+0.033`. */
function signed(value: number): string {
  return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(3)}`;
}

function signedInterval(interval: RunPair['interval']): string {
  return interval === null
    ? intervalText(null)
    : `[${signed(interval[0])}, ${signed(interval[1])}]`;
}

function pText(p: number): string {
  return p < 0.001 ? p.toExponential(1) : p.toFixed(3);
}
