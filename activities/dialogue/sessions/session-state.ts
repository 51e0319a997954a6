import type { SessionBlock } from '../../../core/refinement/session-blocks';
import { sha256Of } from '../../sha256-of';

/** State of a session in which nothing has run. */
export const freshState = 'fresh';

/**
 * Name of the state after a block, from the state before it. The id of the block is not enough, because the next round takes
 * the id of a round that was given up.
 */
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
