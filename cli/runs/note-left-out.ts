import { plural } from '../../core/words/plural';
import type { PlannedRun } from '../../lab/planning/plan-run';
import type { CommandContext } from '../command-context';

/** Refused rows that are named. */
const mostRefused = 5;

/** A file's rows that are not problems of the run should not be looked for in its table, nor all tests in a verdict. */
export function noteLeftOut(
  { output }: CommandContext,
  { config, dataset }: Pick<PlannedRun, 'config' | 'dataset'>,
): void {
  const { name, rows, repeated, refused = [] } = dataset;
  const chosen = new Set(config.problems);
  for (const { problem, leftOut, kept } of dataset.leftOut) {
    if (!chosen.has(problem)) continue;
    const tests = `${String(leftOut)} of ${String(leftOut + kept)} hidden tests`;
    output.note(`${problem}: ${tests} expect more output than can be compared, and are left out`);
  }
  for (const { id, reason } of refused.slice(0, mostRefused)) {
    output.note(`row ${id === '' ? 'without an id' : id} left out: ${reason}`);
  }
  if (refused.length > mostRefused) {
    const more = plural(refused.length - mostRefused, 'more row');
    output.note(`and ${more}: \`espalier task list FILE\` names them`);
  }
  if (repeated === 0) return;
  const said = repeated === 1 ? '1 row that repeats' : `${String(repeated)} rows that repeat`;
  output.note(`${name}: ${plural(rows.length, 'problem')}; ${said} an earlier one left out`);
}
