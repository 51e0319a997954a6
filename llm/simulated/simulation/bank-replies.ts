import type { BankRow } from '../bank/bank-row';
import type { ProblemBank } from '../bank/bank-view';
import { replyTextOf } from '../replies/program-replies';
import { sha256Of } from '../../sha256-of';

export interface BankReply {
  readonly sha256: string;
  readonly text: string;
}

/** Every reply that the programs of a problem are given in, by the row that has it. */
export function repliesOf(problem: ProblemBank): ReadonlyMap<BankRow, BankReply> {
  const rows = [...problem.drawable, ...[...problem.repairs.values()].flat()];
  return new Map(
    rows.map((row) => {
      const text = replyTextOf(row);
      return [row, { sha256: sha256Of(text), text }];
    }),
  );
}
