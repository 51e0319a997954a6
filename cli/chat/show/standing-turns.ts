import type { DialogueEvent } from '../../../core/schemas/dialogue';

export interface PlacedEvent {
  readonly place: number;
  readonly event: DialogueEvent;
}

/** A turn: what began it, and what came of it. Blocks of a person's own before the first message have no message. */
export type Turn = readonly PlacedEvent[];

/** The turns that are part of the conversation: those taken back are gone, and so are replies that were made anew. */
export function standingTurns(events: readonly PlacedEvent[]): readonly Turn[] {
  let turns: PlacedEvent[][] = [];
  for (const one of events) {
    const { event } = one;
    const last = turns.at(-1);
    if (event.kind === 'turn-undone') {
      while (turns.length > 0 && turns.pop()?.[0]?.event.kind !== 'message-given');
    } else if (event.kind === 'retried-from') {
      const of = turns.findIndex((turn) => turn.some((before) => isRound(before, event.round)));
      if (of >= 0) turns = turns.slice(0, of + 1);
      turns[of]?.splice(turns[of].findIndex((before) => isRound(before, event.round)));
    } else if (event.kind === 'message-given' || last === undefined) turns.push([one]);
    else last.push(one);
  }
  return turns;
}

function isRound({ event }: PlacedEvent, id: string): boolean {
  return event.kind === 'round-made' && event.round.id === id;
}
