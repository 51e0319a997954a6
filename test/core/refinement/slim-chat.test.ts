import { applyEvent } from '../../../core/refinement/dialogue-state';
import type { DialogueState } from '../../../core/refinement/dialogue-state';
import { nextStep } from '../../../core/refinement/next-step';
import { slimChat } from '../../../core/refinement/slim-chat';
import type { DialogueEvent } from '../../../core/schemas/dialogue';
import {
  message,
  noCode,
  ofChat,
  ofProblem,
  played,
  ran,
  retryFrom,
  wrong,
} from './dialogue-player';

/** Three turns: a block that ran, one that ended in an error, and one whose answer is due. */
const chat = played(
  ofChat,
  message('one'),
  ran('first'),
  noCode,
  message('two'),
  ran('second', 'raised'),
  ran('third'),
  noCode,
  message('three'),
  ran('fourth'),
);

const taken = (state: DialogueState, events: readonly DialogueEvent[]): DialogueState =>
  events.reduce(applyEvent, state);

describe('the state of a chat that its next history gets', () => {
  it.each<[string, readonly DialogueEvent[]]>([
    ['nothing is said', []],
    ['the present turn is taken back', [{ kind: 'turn-undone' }]],
    ...['r1', 'r2', 'r3', 'r4', 'r5'].map((id): [string, readonly DialogueEvent[]] => [
      `${id} is made anew`,
      [retryFrom(id)],
    ]),
  ])('leads to the same next step as the whole state when %s', (_, events) => {
    const [whole, slim] = [chat, slimChat(chat)].map((state) => taken(state, events));
    expect(nextStep(slim as DialogueState)).toEqual(nextStep(whole as DialogueState));
  });

  it('keeps how the block of every round ended, and no text of earlier turns', () => {
    const slim = slimChat(chat);
    const ends = ({ rounds }: DialogueState) =>
      rounds.map(({ execution }) => (execution?.on === 'session' ? execution.end : null));
    expect(ends(slim)).toEqual(ends(chat));
    expect(ends(slim)).toContain('raised');
    const texts = slim.rounds.map(({ reply }) => reply.excerpt);
    expect(texts.slice(0, -1).join('')).toBe('');
    expect(texts.at(-1)).toBe('reply fourth');
    expect(JSON.stringify(slim).length).toBeLessThan(JSON.stringify(chat).length);
  });

  it('is the whole state for the dialogue of a problem', () => {
    const state = played(ofProblem(), wrong('one'));
    expect(slimChat(state)).toBe(state);
  });
});
