import { plural } from '../../core/words/plural';
import { terminalLine } from '../terminal-safe';
import { textTable } from '../text-table';
import type { CheckedTask } from './check-of-run';

/** A row of a file that cannot be used. */
interface Refused {
  readonly id: string;
  readonly reason: string;
}

/** Characters of a reason. */
const mostWhy = 160;

/** The table of a check, then how many tasks have each status. */
export function checkLines(
  tasks: readonly CheckedTask[],
  refused: readonly Refused[],
): readonly string[] {
  const rows = tasks.map(({ id, status, gold, noOp, why }) => [
    ...[id, status, share(gold), share(noOp)],
    why.slice(0, mostWhy),
  ]);
  const others = refused.map(({ id, reason }) => [id === '' ? '?' : id, 'refused', '', '', reason]);
  const counts = new Map<string, number>();
  for (const [, status = ''] of [...rows, ...others])
    counts.set(status, (counts.get(status) ?? 0) + 1);
  const flaky = tasks.flatMap(({ id, flaky: tests }) => tests.map((test) => `  ${id}: ${test}`));
  return [
    ...textTable(
      [['task', 'status', 'gold', 'no-op', 'why'], ...rows, ...others].map((row) =>
        row.map(terminalLine),
      ),
    ),
    ...(flaky.length === 0 ? [] : ['', 'Flaky tests:', ...flaky.map(terminalLine)]),
    '',
    `${plural(tasks.length + refused.length, 'task')}: ${[...counts].map(([status, count]) => `${String(count)} ${status}`).join(', ')}`,
  ];
}

function share([passed, all]: readonly [number, number]): string {
  return all === 0 ? '-' : `${String(passed)}/${String(all)}`;
}
