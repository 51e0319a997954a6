import type { RoundPoint } from '../core/kinds/dialogue/summary';
import { modelKinds } from '../core/schemas/run';
import { sourceTitle, statementsOf } from './compare';
import type { LoadedRun } from './load-run';
import { countText } from '../core/words/plural';
import { intervalText } from './number-text';
import { paperRows, paperRun, paperSets } from './paper-rows';
import type { PaperRow, PaperRun } from './paper-rows';
import { terminalLine } from './terminal-safe';
import { textTable } from './text-table';

/** `run show A B ... --paper` as lines: figures in percent as in the paper, then their intervals, run by run. */
export function paperLines(runs: readonly LoadedRun[]): readonly string[] {
  const rows = paperRows(runs);
  const tables = modelKinds.flatMap((kind) => {
    const own = rows.filter((row) => row.kind === kind);
    return own.length === 0 ? [] : [sourceTitle(kind), ...tableLines(own), ''];
  });
  const notes = [
    'single is round 1 of the runs that the rows below it are of: nothing but the feedback lies between them.',
    ...statementsOf(runs),
  ];
  return [
    ...tables,
    ...runs.map((run) => runLine(paperRun(run))),
    '',
    ...notes.map((note) => `- ${note}`),
  ];
}

function tableLines(rows: readonly PaperRow[]): readonly string[] {
  const others = new Set(rows.flatMap(({ cells }) => Object.keys(cells)));
  const sets = [...new Set([...paperSets, ...others])];
  let above = '';
  return textTable([
    ['model', '', ...sets.map((set) => `${set} (${set}+)`), 'average (plus)'],
    ...rows.map(({ model, mark, cells, average }) => {
      const name = model === above ? '' : model;
      above = model;
      return [
        name,
        mark,
        ...sets.map((set) =>
          pairText(cells[set]?.base.rate ?? null, cells[set]?.plus?.rate ?? null),
        ),
        pairText(average.base, average.plus),
      ];
    }),
  ]);
}

/** `76.2 (72.0)`. */
function pairText(base: number | null, plus: number | null): string {
  const text = (rate: number | null): string => (rate === null ? '-' : (100 * rate).toFixed(1));
  return base === null ? '-' : `${text(base)} (${text(plus)})`;
}

function runLine({ run, first, last, config }: PaperRun): string {
  const { rounds, feedbackTests } = config.dialogue;
  return terminalLine(
    `${run.record.id}: ${countText(first.all.of)} of ${countText(run.summary.total)} attempts, feedback tests ` +
      `${feedbackTests}; 95 % intervals: ${pointText(1, first)}; ${pointText(rounds, last)}`,
  );
}

function pointText(round: number, { base, all }: RoundPoint): string {
  const name = `round ${String(round)}`;
  return base === null
    ? `${name} ${intervalText(all.interval)}`
    : `${name} ${intervalText(base.interval)}, with plus ${intervalText(all.interval)}`;
}
