import { UsageError } from '../../core/errors/errors';
import type { DatasetProblem } from '../../core/tasks/problem';
import { referenceOf } from '../../core/tasks/try-reference';
import { runOptions } from './run-options';
import type { CheckedRequest } from './run-request';
import { shownIds } from './shown-ids';

/** Limit of reminders. Each is a line in the history of a dialogue. */
const mostReminders = 1_000;

/** @throws UsageError naming a flag that has no meaning for this source of feedback */
export function refuseDialogueOptions(request: CheckedRequest): void {
  const { feedback = runOptions.feedback.usual, humanModel, remindHours, expireHours } = request;
  const without = (flag: string, given: unknown, means: readonly string[]): void => {
    if (given === undefined || means.includes(feedback)) return;
    throw new UsageError(
      `${flag} means nothing for --feedback ${feedback}`,
      `Leave it out, or choose --feedback ${means.join(' or ')}`,
    );
  };
  without('--human-model', humanModel, ['human', 'oracle', 'person']);
  without('--remind-hours', remindHours, ['person']);
  without('--expire-hours', expireHours, ['person']);
  refuseReminders(request);
}

function refuseReminders(request: CheckedRequest): void {
  const { remindHours = runOptions.remindHours.usual, expireHours = runOptions.expireHours.usual } =
    request;
  if (expireHours / remindHours <= mostReminders) return;
  throw new UsageError(
    `--remind-hours ${String(remindHours)} reminds more than ${String(mostReminders)} times in ${String(expireHours)} hours`,
    'Choose a longer --remind-hours, or a shorter --expire-hours',
    { code: 'BAD_FLAG' },
  );
}

/** An oracle needs something to see. @throws UsageError (`NO_REFERENCE`) naming the problems without */
export function requireReferences(
  { feedback }: CheckedRequest,
  problems: readonly string[],
  rows: readonly DatasetProblem[],
): void {
  if (feedback !== 'oracle') return;
  const chosen = new Set(problems);
  const without = rows
    .filter(({ problem, hidden }) => chosen.has(problem.id) && referenceOf(hidden) === null)
    .map(({ problem }) => problem.id);
  if (without.length === 0) return;
  throw new UsageError(
    `--feedback oracle: ${String(without.length)} of the problems have no reference: ${shownIds(without)}`,
    'Leave them out with --problems, or choose --feedback human',
    { code: 'NO_REFERENCE' },
  );
}
