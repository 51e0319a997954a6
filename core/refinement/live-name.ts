import type { DialogueState } from './dialogue-state';

/** The next round takes the id of a round that was given up, but not its live text. */
export function liveName(id: string, { events }: Pick<DialogueState, 'events'>): string {
  return `${id}@${String(events)}`;
}

/** The round, or the block, that a name is of. */
export function idOfLive(name: string): string {
  return name.split('@')[0] ?? name;
}
