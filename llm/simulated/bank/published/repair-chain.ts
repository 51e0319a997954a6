import type { BuiltLine } from '../../../../core/simulation/built-line';
import { programHashOf } from '../bank-row';

export interface RepairChain {
  readonly problem: string;
  readonly model: string;
  readonly method: string;
  readonly source: string;
  readonly chain: string | null;
  /** In the order they were made. */
  readonly programs: readonly string[];
  /** Whether the last one passes the hidden tests; of the others nobody says. */
  readonly solved: boolean | null;
}

/** Each program as a line; one that is the last one's text has its label, too. */
export function linesOfChain(chain: RepairChain): readonly BuiltLine[] {
  const { problem, programs, solved } = chain;
  const last = programs.at(-1);
  const lastHash = last === undefined ? null : programHashOf(last);
  return programs.map((program, step): BuiltLine => {
    const before = programs[step - 1];
    return {
      ...{ task_id: problem, model: chain.model, method: chain.method },
      ...{ source: chain.source, chain: chain.chain, step },
      parent: before === undefined ? null : programHashOf(before),
      program,
      recorded_pass: programHashOf(program) === lastHash ? solved : null,
    };
  });
}
