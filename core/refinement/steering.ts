import { assertNever } from '../values/assert-never';
import type { DialogueEvent } from '../schemas/dialogue';
import { standingRounds, toldOf } from './dialogue-state';
import type { DialogueState } from './dialogue-state';
import { isBusy, nextStep } from './next-step';

/** The events that a person may cause. All others come from the dialogue itself. */
export type PersonEvent = Exclude<DialogueEvent, { kind: 'round-made' }>;

/** `busy`: it can take effect later. */
export interface Refusal {
  readonly kind: 'ended' | 'busy' | 'answered' | 'impossible';
  readonly why: string;
}

/** Why an event of a person cannot take effect now. null: it can. */
export function refusal(state: DialogueState, event: PersonEvent): Refusal | null {
  if (state.endedBy !== null || nextStep(state).kind === 'finish') {
    return { kind: 'ended', why: 'the dialogue has ended' };
  }
  const ofChat = state.rules.of === 'chat';
  switch (event.kind) {
    case 'message-given':
    case 'block-run':
    case 'model-chosen':
    case 'turn-undone':
      if (!ofChat) return impossible('it is no chat: give feedback on its newest round instead');
      if (isBusy(state)) {
        return {
          kind: 'busy',
          why: 'somebody is being answered just now; say it again afterwards',
        };
      }
      return event.kind === 'turn-undone' && state.turns.length === 0
        ? impossible('there is nothing to undo')
        : null;
    case 'turn-ended':
      return ofChat && isBusy(state) ? null : impossible('no turn is under way');
    case 'feedback-given':
      if (ofChat) return impossible('a chat takes messages');
      return refusedFeedback(state, event.round);
    case 'approved':
      return standingRounds(state).some(({ program }) => program !== null)
        ? null
        : impossible('there is no program to approve yet');
    case 'retried-from':
      return standingRounds(state).some(({ id }) => id === event.round)
        ? null
        : impossible(`no round ${event.round} stands in it`);
    case 'stopped':
      return null;
    default:
      return assertNever(event);
  }
}

function impossible(why: string): Refusal {
  return { kind: 'impossible', why };
}

/** Only the first answer counts. The second person is told that somebody was faster. */
function refusedFeedback(state: DialogueState, id: string): Refusal | null {
  const newest = standingRounds(state).at(-1);
  if (newest === undefined) return impossible('there is no round yet to say something of');
  if (newest.id !== id) {
    return { kind: 'answered', why: `the newest round is ${newest.id}, no longer ${id}` };
  }
  const answered = toldOf(state, newest).some(({ source }) => source === 'person');
  return answered ? { kind: 'answered', why: 'somebody has answered already' } : null;
}
