import type { RefinementPromptSet } from '../../schemas/dialogue';
import type { Message } from '../../schemas/model';
import type { ConversationPart } from '../context/conversation-part';
import type { RefineInput } from './past-round';
import { chatTurns } from './chat-turns';
import { flatRequest } from './flat-request';

const promptSets: Readonly<
  Record<RefinementPromptSet, (input: RefineInput) => readonly ConversationPart[]>
> = {
  espalier: turnsOf,
  oci: (input) => [{ kind: 'task', keep: true, messages: flatRequest(input) }],
};

export function refineRequest(
  input: RefineInput & { readonly promptSet: RefinementPromptSet },
): readonly Message[] {
  return refineParts(input).flatMap(({ messages }) => messages);
}

/** The same in parts, for `trimConversation`. A flat request is one part: nothing of it can be left out. */
export function refineParts(
  input: RefineInput & { readonly promptSet: RefinementPromptSet },
): readonly ConversationPart[] {
  return promptSets[input.promptSet](input);
}

/** Every program of these rounds was wrong: the newest round has the newest program and what is wrong with it. */
function turnsOf(input: RefineInput): readonly ConversationPart[] {
  return chatTurns(input).map((messages, index) => ({
    kind: index === 0 ? 'task' : 'round',
    keep: index === 0 || index === input.rounds.length,
    messages,
  }));
}
