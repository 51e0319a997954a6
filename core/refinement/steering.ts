import type { DialogueEvent } from '../schemas/dialogue';
import { standingRounds, toldOf } from './dialogue-state';
import type { DialogueState } from './dialogue-state';
import { isBusy, nextStep } from './next-step';

/** What a person may do to a dialogue; the rest of the events are its own. */
export type PersonEvent = Exclude<DialogueEvent, { kind: 'round-made' }>;

/** Why a person's event cannot take effect now; null: it can. */
export function refusal(state: DialogueState, event: PersonEvent): string | null {
  if (state.endedBy !== null || nextStep(state).kind === 'finish') return 'the dialogue has ended';
  const ofChat = state.rules.of === 'chat';
  switch (event.kind) {
    case 'message-given':
    case 'block-run':
    case 'model-chosen':
    case 'turn-undone':
      if (!ofChat) return 'it is no chat: give feedback on its newest round instead';
      if (isBusy(state)) return 'somebody is being answered just now; say it again afterwards';
      return event.kind === 'turn-undone' && state.turns.length === 0
        ? 'there is nothing to undo'
        : null;
    case 'turn-ended':
      return ofChat && isBusy(state) ? null : 'no turn is under way';
    case 'feedback-given':
      if (ofChat) return 'a chat takes messages';
      return refusedFeedback(state, event.round);
    case 'approved':
      return standingRounds(state).some(({ program }) => program !== null)
        ? null
        : 'there is no program to approve yet';
    case 'retried-from':
      return standingRounds(state).some(({ id }) => id === event.round)
        ? null
        : `no round ${event.round} stands in it`;
    case 'stopped':
      return null;
  }
}

/** The first who answers is heard; a second is told that somebody was before them. */
function refusedFeedback(state: DialogueState, id: string): string | null {
  const newest = standingRounds(state).at(-1);
  if (newest === undefined) return 'there is no round yet to say something of';
  if (newest.id !== id) return `the newest round is ${newest.id}: what it gave is another matter`;
  const answered = toldOf(state, newest).some(({ source }) => source === 'person');
  return answered ? 'somebody has answered already' : null;
}
