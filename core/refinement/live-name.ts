import type { DialogueState } from './dialogue-state';

/**
 * What is being said of a round, or written by a block, is told under this name. A round that is given up leaves its id to
 * the next one, but not what was said of it.
 */
export function liveName(id: string, { events }: Pick<DialogueState, 'events'>): string {
  return `${id}@${String(events)}`;
}

/** The round, or the block, that a name is of. */
export function idOfLive(name: string): string {
  return name.split('@')[0] ?? name;
}
