import { z } from 'zod';

import { textOfContent, contentForm, textOrNull } from '../chat-answer';
import { readCode, type CodeReader } from '../tool-code';
import { readEventLines } from './event-lines';
import { parseJson } from '../parse-json';

const CallDelta = z.object({
  index: z.int().nullish().catch(null),
  id: textOrNull,
  function: z.object({ name: textOrNull, arguments: textOrNull }).nullish().catch(null),
});
type CallDelta = z.infer<typeof CallDelta>;

const Chunk = z.looseObject({
  choices: z
    .array(
      z.object({
        index: z.int().nullish().catch(null),
        finish_reason: textOrNull,
        delta: z
          .object({
            content: contentForm,
            refusal: textOrNull,
            reasoning_content: textOrNull,
            reasoning: textOrNull,
            tool_calls: z.array(CallDelta).nullish().catch(null),
          })
          .nullish(),
      }),
    )
    .nullish(),
});
type Delta = NonNullable<NonNullable<z.infer<typeof Chunk>['choices']>[number]['delta']>;

interface StreamedCall {
  readonly id: string;
  name: string;
  arguments: string;
}

export interface StreamedAnswer {
  readonly push: (bytes: Buffer) => void;
  /** The completion as if not streamed; `broken`: it ended early; `nonsense`: a piece is not of a completion. */
  readonly end: () =>
    | { readonly kind: 'completion'; readonly body: object }
    | { readonly kind: 'broken' }
    | { readonly kind: 'nonsense'; readonly data: string };
}

/**
 * Joins the pieces, and tells the text as it comes: reasoning as a `<think>` block, code of a tool call in a fence. Only the
 * completion counts. @param onToken told of each piece of the model's, before `onText` is
 */
export function streamedAnswer(
  onText: (piece: string) => void,
  onToken: () => void = () => undefined,
): StreamedAnswer {
  const parts = { content: '', refusal: '', reasoning: '' };
  const calls = new Map<number, StreamedCall>();
  const live = liveText(onText);
  const members: Record<string, unknown> = {};
  let finishReason: string | null = null;
  let begun = false;
  let closed = false;
  let unreadable: string | null = null;

  function take(data: string): void {
    if (data.trim() === '[DONE]') {
      closed = true;
      return;
    }
    const chunk = Chunk.safeParse(parseJson(data));
    if (!chunk.success) {
      unreadable ??= data;
      return;
    }
    for (const name of ['usage', 'espalier', 'error', 'model']) {
      if (chunk.data[name] !== null && chunk.data[name] !== undefined) {
        members[name] = chunk.data[name];
      }
    }
    const choice = chunk.data.choices?.find(({ index }) => (index ?? 0) === 0);
    if (choice === undefined) return;
    begun = true;
    finishReason = choice.finish_reason ?? finishReason;
    if (choice.delta) add(choice.delta);
  }

  function add(delta: Delta): void {
    const content = textOfContent(delta.content);
    const reasoning = delta.reasoning_content ?? delta.reasoning ?? '';
    const refusal = delta.refusal ?? '';
    const called = (delta.tool_calls ?? []).some((call) => call.function != null);
    if (content !== '' || reasoning !== '' || refusal !== '' || called) onToken();
    parts.content += content;
    parts.refusal += refusal;
    parts.reasoning += reasoning;
    live.reasoning(reasoning);
    live.content(content);
    for (const call of delta.tool_calls ?? []) addCall(call);
  }

  function addCall(delta: CallDelta): void {
    const index = delta.index ?? 0;
    const call = calls.get(index) ?? { id: delta.id ?? '', name: '', arguments: '' };
    // A second call where the endpoint does not number them.
    if (delta.id !== null && delta.id !== undefined && delta.id !== '' && delta.id !== call.id)
      return;
    calls.set(index, call);
    call.name += delta.function?.name ?? '';
    const piece = delta.function?.arguments ?? '';
    call.arguments += piece;
    if (call === [...calls.values()][0]) live.code(piece);
  }

  const lines = readEventLines(take);
  return {
    push: lines.push,
    end: () => {
      lines.end();
      live.end();
      if (members['error'] !== undefined) return { kind: 'completion', body: members };
      if (unreadable !== null) {
        return finishReason === null && !closed
          ? { kind: 'broken' }
          : { kind: 'nonsense', data: unreadable };
      }
      if (begun ? finishReason === null : !closed) return { kind: 'broken' };
      const message = {
        content: parts.content,
        refusal: parts.refusal,
        reasoning_content: parts.reasoning,
        tool_calls: [...calls]
          .sort(([left], [right]) => left - right)
          .map(([, call]) => bodyOf(call)),
      };
      const choices = begun ? [{ index: 0, finish_reason: finishReason, message }] : [];
      return { kind: 'completion', body: { ...members, choices } };
    },
  };
}

function bodyOf({ id, name, arguments: text }: StreamedCall): object {
  return { id, type: 'function', function: { name, arguments: text } };
}

interface LiveText {
  readonly reasoning: (piece: string) => void;
  readonly content: (piece: string) => void;
  /** Of a tool call's arguments. */
  readonly code: (piece: string) => void;
  readonly end: () => void;
}

function liveText(onText: (piece: string) => void): LiveText {
  let place: 'start' | 'reasoning' | 'content' | 'code' = 'start';
  let code: CodeReader | null = null;
  const tell = (piece: string): void => {
    if (piece !== '') onText(piece);
  };
  const enter = (next: 'reasoning' | 'content' | 'code'): void => {
    if (place === next) return;
    if (place === 'reasoning') tell('\n</think>\n');
    if (next === 'reasoning') tell('<think>\n');
    if (next === 'code') tell(place === 'content' ? '\n\n```python\n' : '```python\n');
    place = next;
  };
  return {
    reasoning: (piece) => {
      if (piece === '' || place === 'content' || place === 'code') return;
      enter('reasoning');
      tell(piece);
    },
    content: (piece) => {
      if (piece === '' || place === 'code') return;
      enter('content');
      tell(piece);
    },
    code: (piece) => {
      enter('code');
      code ??= readCode();
      tell(code.push(piece));
    },
    end: () => {
      if (place === 'code') tell('\n```');
    },
  };
}
