import type { Message } from '../../../core/schemas/model';
import { recordedHashOf } from '../bank/bank-view';
import type { ProblemBank } from '../bank/bank-view';
import { patchInRequest, programInRequest } from './code-in-request';

/** As which recorded program the bank knows the one that a request shows. null: it shows none. */
export function shownHash(problem: ProblemBank, messages: readonly Message[]): string | null {
  const shown = problem.isPatched ? patchInRequest(messages) : programInRequest(messages);
  return shown === null ? null : recordedHashOf(problem, shown);
}
