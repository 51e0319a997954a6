import type { SessionBlock } from '../../../core/refinement/session-blocks';
import { sha256Of } from '../../sha256-of';

/** Of a session in which nothing has run. */
export const freshState = 'fresh';

/**
 * Names the state that a block leaves behind one of this name. The block's id is not enough: a round that was given up
 * leaves its id to the next one.
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
