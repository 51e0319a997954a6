import { interpreterPersona } from '../../agents/interpreter';
import { programTurn } from '../../replies/program-turn';
import { stripReasoning } from '../../replies/strip-reasoning';
import type { Artefact } from '../../schemas/dialogue';
import type { Message } from '../../schemas/model';
import type { ConversationPart } from '../context/conversation-part';
import { artefactStub } from '../feedback/artefact-stub';
import { executionResult } from '../feedback/block-words';

export interface ToldReply {
  /** Its round's: unique, and names its tool call. */
  readonly id: string;
  readonly reply: string;
  /** What it asks to have run; null: nothing. */
  readonly code: string | null;
  readonly via: 'fence' | 'tool' | null;
  /** What running it gave, beginning `Execution result: `; null: it was not run. */
  readonly words: string | null;
  /** It raised, took too long or lost the session. */
  readonly failed: boolean;
  /** It reached the longest that a reply may be. */
  readonly cutOff: boolean;
}

/** What a person said, and what came of it so far. */
export interface ToldTurn {
  readonly text: string;
  readonly files: readonly Pick<Artefact, 'name' | 'mime' | 'bytes'>[];
  /** Blocks that the person ran themselves since the turn before. */
  readonly ownBlocks: readonly { readonly code: string; readonly words: string }[];
  readonly replies: readonly ToldReply[];
}

export interface ChatInput {
  /** At least one. */
  readonly turns: readonly ToldTurn[];
  /** The model is offered `execute_code`. Calls of an earlier model are told as blocks where it is not. */
  readonly tools: boolean;
}

const notRun =
  'The block was not run: it repeats an earlier one, the turn was given up, or as many had been run as one message may have.';

const cutOff =
  'Your last reply was cut off at the longest that a reply may be: it holds no code that had ended, so none of it was run.';

/** What the model is asked for the next reply of a chat with, in parts for `trimConversation`. */
export function chatParts({ turns, tools }: ChatInput): readonly ConversationPart[] {
  const replies = turns.flatMap((turn) => turn.replies);
  const newest = new Set([
    replies.at(-1)?.id,
    replies.findLast(({ code }) => code !== null)?.id,
    replies.findLast(({ failed }) => failed)?.id,
  ]);
  return turns.flatMap((turn, index): readonly ConversationPart[] => {
    const said: Message = { role: 'user', content: messageWords(turn, turns[index - 1], tools) };
    const first = index === 0;
    return [
      {
        kind: first ? 'task' : 'message',
        keep: first || index === turns.length - 1,
        messages: first ? [interpreterPersona(tools), said] : [said],
      },
      ...turn.replies.map((reply) => ({
        kind: 'round' as const,
        keep: newest.has(reply.id),
        messages: replyMessages(reply, tools),
      })),
    ];
  });
}

function replyMessages(reply: ToldReply, tools: boolean): readonly Message[] {
  const { id, code, words } = reply;
  const content = stripReasoning(reply.reply);
  if (reply.via === 'tool' && code !== null) {
    return tools
      ? calling({ id: `call_${id}`, code, content, words: words ?? `${executionResult}${notRun}` })
      : [withBlock(content, code), ...resultTurn(words)];
  }
  // Endpoints refuse an empty turn without a call.
  return [{ role: 'assistant', content: content || '(no answer)' }, ...resultTurn(words)];
}

function calling(call: {
  readonly id: string;
  readonly code: string;
  readonly content: string;
  readonly words: string;
}): readonly Message[] {
  const { id, code, content, words } = call;
  return [
    { role: 'assistant', content, toolCall: { id, code } },
    { role: 'tool', toolCallId: id, content: words },
  ];
}

function resultTurn(words: string | null): readonly Message[] {
  return words === null ? [] : [{ role: 'user', content: words }];
}

function withBlock(content: string, code: string): Message {
  const block = programTurn(code);
  return content === '' ? block : { ...block, content: `${content}\n\n${block.content}` };
}

/** What the person's own blocks gave and which files came with it stand before their words, which stay as they are. */
function messageWords(turn: ToldTurn, before: ToldTurn | undefined, tools: boolean): string {
  const last = before?.replies.at(-1);
  const toldByTool = tools && last?.via === 'tool';
  const unrun = last !== undefined && last.code !== null && last.words === null && !toldByTool;
  const files = turn.files.map(artefactStub).join('\n');
  return [
    ...(unrun ? [`(${notRun})`] : []),
    ...(last?.cutOff === true && last.code === null ? [`(${cutOff})`] : []),
    ...turn.ownBlocks.map(
      ({ code, words }) =>
        `I ran this in the session myself:\n\n${programTurn(code).content}\n\n${words}`,
    ),
    ...(files === '' ? [] : [`New in the working folder:\n${files}`]),
    turn.text,
  ].join('\n\n');
}
