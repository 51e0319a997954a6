import type { Artefact, RunBlock } from '../schemas/dialogue';
import { standingRounds, type DialogueState } from './dialogue-state';

export interface SessionBlock {
  /** Of a round, or of a person's own block. */
  readonly id: string;
  /** sha256 */
  readonly program: string;
  /** Files that a person gave after the block before it. */
  readonly files: readonly Artefact[];
  readonly result: RunBlock;
}

export interface SessionSoFar {
  /** In the order in which they ran; what was retried or undone is not among them. */
  readonly blocks: readonly SessionBlock[];
  /** Files that a person gave since. */
  readonly files: readonly Artefact[];
}

/** All that the state of a dialogue's session is made of. */
export function sessionBlocks(state: DialogueState): SessionSoFar {
  const rounds = new Map(standingRounds(state).map((round) => [round.id, round]));
  const blocks: SessionBlock[] = [];
  let files: readonly Artefact[] = [];
  const ran = (id: string, program: string | null, result: RunBlock): void => {
    if (program === null) return;
    blocks.push({ id, program, files, result });
    files = [];
  };
  const ownBlocks = (turn: number, after: string | null): void => {
    for (const own of state.ownBlocks) {
      if (own.turn === turn && own.afterRound === after) ran(own.id, own.program, own.execution);
    }
  };
  ownBlocks(0, null);
  for (const [index, turn] of state.turns.entries()) {
    files = [...files, ...turn.files];
    ownBlocks(index + 1, null);
    for (const id of turn.rounds) {
      const round = rounds.get(id);
      if (round?.execution?.on === 'session') ran(id, round.program, round.execution);
      ownBlocks(index + 1, id);
    }
  }
  return { blocks, files };
}
