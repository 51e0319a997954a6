import type { SessionBlock } from '../../../core/refinement/session-blocks';
import { sha256Of } from '../../sha256-of';

export const freshState = 'fresh';

/** From the state before the block. Its id is not enough: the next round takes the id of a round that was given up. */
export function stateAfter(
  state: string,
  { id, program, files }: Omit<SessionBlock, 'result'>,
): string {
  const given = files.map(({ name, sha256 }) => [name, sha256]);
  const said = JSON.stringify([state, id, program, given]);
  return `${id} ${sha256Of(said).slice(0, 32)}`;
}

export function stateOf(blocks: readonly SessionBlock[]): string {
  return blocks.reduce(stateAfter, freshState);
}
