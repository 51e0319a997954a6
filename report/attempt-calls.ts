import type { CallRecord, Store } from '../core/ports/records';
import type { LoadedAttempt } from './load-attempts';
import { workRow } from '../core/kinds/kinds';
import { countText } from '../core/words/plural';
import { usdText } from './number-text';
import { terminalLine, terminalSafe } from './terminal-safe';

/** Every prompt and reply of an attempt in full, in the order of its nodes: `run show RUN PROBLEM --calls`. */
export async function attemptCallLines(
  store: Store,
  { calls }: LoadedAttempt,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const [index, call] of calls.entries()) {
    const full = await store.runs.callInFull(call.identity);
    lines.push(
      ...(index === 0 ? [] : ['']),
      callHead(call),
      ...sentLines(call, full?.request),
      ...messagesOf(full?.request).flatMap(({ role, content }) => block(role, content)),
      ...replyLines(full?.answer),
    );
  }
  return lines;
}

function callHead(call: CallRecord): string {
  const tokens =
    call.promptTokens === null || call.completionTokens === null
      ? 'tokens unknown'
      : `${countText(call.promptTokens)} + ${countText(call.completionTokens)} tokens`;
  const facts = [
    `${workRow(call.kind).place(call)} · ${call.role}${call.repair ? ' (repair question)' : ''}`,
    call.model,
    ...(call.state === 'sent'
      ? ['sent, no answer yet']
      : [tokens, usdText(call.costUsd), call.paidHere ? 'paid in this run' : 'read back']),
    ...sentAgain(call),
    call.identity.slice(0, 12),
  ];
  return terminalLine(`=== ${facts.join(' · ')}`);
}

function sentAgain({ knownResends, resends }: CallRecord): readonly string[] {
  if (resends === 0) return [];
  const known = `sent again ${countText(knownResends)} times`;
  return [knownResends === resends ? known : `${known}, at most ${countText(resends)}`];
}

/** What decided the answer beside the messages, and how it ended. */
function sentLines({ exchange, firstTokenMs }: CallRecord, request: unknown): readonly string[] {
  if (exchange === null) return askedLines(request);
  const { temperature, maxTokens, seed, schema, dropped, servedModel } = exchange;
  const facts = [
    `temperature ${temperature ?? "the endpoint's own"}`,
    ...(maxTokens === null ? [] : [`at most ${countText(maxTokens)} tokens`]),
    seed === null ? 'no seed' : `seed ${String(seed)}`,
    ...(schema === null ? [] : [`schema ${schema}`]),
    ...(dropped.length === 0 ? [] : [`left out, refused by the endpoint: ${dropped.join(', ')}`]),
    ...(servedModel === null ? [] : [`served ${servedModel}`]),
    ...mannerFacts(exchange.streamed, firstTokenMs ?? null),
  ];
  return [`    ${terminalLine(facts.join(' · '))}`];
}

/** How the answer came; nothing of one from before that was kept. */
function mannerFacts(
  streamed: boolean | undefined,
  firstTokenMs: number | null,
): readonly string[] {
  if (streamed === undefined) return [];
  if (!streamed) return ['not streamed'];
  return firstTokenMs === null
    ? ['streamed']
    : [`streamed, first token after ${(firstTokenMs / 1000).toPrecision(2)} s`];
}

/** Of an answer from before it was kept what was sent, or of none yet: what was asked for. */
function askedLines(request: unknown): readonly string[] {
  const parameters = isRecord(request) ? request['parameters'] : undefined;
  if (!isRecord(parameters)) return [];
  const { temperature } = parameters;
  return typeof temperature === 'number'
    ? [`    temperature ${String(temperature)} asked for`]
    : [];
}

interface ShownMessage {
  readonly role: string;
  readonly content: string;
}

/** The journal's request is JSON that we wrote; what cannot be read as messages is shown as it is. */
function messagesOf(request: unknown): readonly ShownMessage[] {
  if (isRecord(request) && Array.isArray(request['messages'])) {
    return request['messages'].map((message: unknown) =>
      isRecord(message)
        ? { role: String(message['role']), content: String(message['content']) }
        : { role: 'message', content: JSON.stringify(message) },
    );
  }
  return request === undefined ? [] : [{ role: 'request', content: JSON.stringify(request) }];
}

function replyLines(answer: unknown): readonly string[] {
  if (answer === undefined || answer === null) return ['--- reply: none'];
  if (!isRecord(answer)) return block('reply', JSON.stringify(answer));
  const reason = answer['finishReason'];
  const label = typeof reason === 'string' ? `reply (ended by ${reason})` : 'reply';
  const text = answer['text'];
  return block(label, typeof text === 'string' ? text : JSON.stringify(answer));
}

function block(label: string, text: string): readonly string[] {
  return [`--- ${terminalLine(label)}`, ...terminalSafe(text).split('\n')];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
