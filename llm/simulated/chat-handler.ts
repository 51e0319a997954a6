import type { IncomingMessage, ServerResponse } from 'node:http';

import { assertNever } from '../../core/values/assert-never';
import { problemIn } from './bank/bank-view';
import { parseChatRequest } from './chat-request';
import { completionBody, completionChunks, completionOf } from './completion';
import type { Completion } from './completion';
import { embeddingBody, parseEmbeddingRequest } from './embedding-request';
import { contentFaultOf, transportFaultOf } from './faults';
import { HttpProblem } from './http-problem';
import { ProblemNotInBankError } from './replies/reply';
import { needsBank, replyTo } from './replies/reply-to';
import { readBody } from './read-body';
import { unitOf } from './seeded';
import { pause, sendEvents, sendJson, sendProblem } from './send';
import type { ChatRequest } from './chat-request';
import type { TransportFault, TransportFaults } from './faults';
import type { BankModel } from './replies/reply-to';
import type { RequestLog, RequestLogEntry } from './request-log';

export interface ChatHandlerOptions {
  readonly model: BankModel;
  readonly log: RequestLog;
  readonly logMessages: boolean;
  readonly latencyMs: number;
  readonly jitterMs: number;
  /** From one piece of a streamed answer to the next. */
  readonly chunkMs: number;
  readonly transportFaults: TransportFaults;
  readonly maxBodyBytes: number;
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** How requests of a path are read, and answers written. */
export interface RequestForm {
  readonly parse: (headers: IncomingMessage['headers'], body: string) => ChatRequest;
  /** Of an answer that is not streamed. */
  readonly body: (completion: Completion) => object;
}

export const chatForm: RequestForm = { parse: parseChatRequest, body: completionBody };
export const embeddingForm: RequestForm = { parse: parseEmbeddingRequest, body: embeddingBody };

/** Each request is logged first, each answer before its first byte: the log never knows less than a client. */
export function createChatHandler(options: ChatHandlerOptions, form: RequestForm): Handler {
  return async (request, response) => {
    const chat = form.parse(request.headers, await readBody(request, options.maxBodyBytes));
    const entry = receive(options, chat);
    const fault = transportFaultOf(options.transportFaults, entry.identity, entry.arrival);
    await pause(
      response,
      latencyOf(options, chat.identity) + (fault?.kind === 'hang' ? fault.hangMs : 0),
    );
    if (response.destroyed) return;
    if (fault === null) await answer(options, form, { chat, entry, response });
    else disturb(options, fault, { entry, response });
  };
}

interface Exchange {
  readonly chat: ChatRequest;
  readonly entry: RequestLogEntry;
  readonly response: ServerResponse;
}

function receive({ log, logMessages }: ChatHandlerOptions, chat: ChatRequest): RequestLogEntry {
  const { problem, role, draw, messages } = chat.reply;
  return log.receive(
    {
      identity: chat.identity,
      problem,
      role,
      draw: `${String(draw.sample)}/${String(draw.ordinal)}`,
      ...(logMessages ? { messages: messages.map((message) => ({ ...message })) } : {}),
    },
    new Date(),
  );
}

async function answer(
  options: ChatHandlerOptions,
  form: RequestForm,
  { chat, entry, response }: Exchange,
): Promise<void> {
  const answered = (status: number): void => {
    options.log.answer(entry, status, new Date());
  };
  const problem = unanswerable(options.model, chat);
  if (problem !== null) {
    answered(problem.status);
    sendProblem(response, problem);
    return;
  }
  const completion = completionTo(options.model, chat);
  answered(200);
  if (chat.stream === 'none') sendJson(response, 200, form.body(completion));
  else {
    const chunks = completionChunks(completion, chat.stream === 'with-usage');
    await sendEvents(response, chunks, options.chunkMs);
  }
}

function completionTo(model: BankModel, chat: ChatRequest): Completion {
  const fault = contentFaultOf(model.settings.contentFaults, chat.identity);
  return completionOf(chat, replyTo(model, chat.reply), fault);
}

/** The body of the answer to a request of a batch. @throws HttpProblem */
export function answerTo(model: BankModel, form: RequestForm, chat: ChatRequest): object {
  const problem = unanswerable(model, chat);
  if (problem !== null) throw problem;
  return form.body(completionTo(model, chat));
}

/** 404 before anything else can go wrong: only roles that look at nothing but the request have something to say of what the bank lacks. */
function unanswerable({ view }: BankModel, { reply }: ChatRequest): HttpProblem | null {
  if (!needsBank(reply.role)) return null;
  if (problemIn(view, reply.problem) !== undefined) return null;
  const error = new ProblemNotInBankError(reply.problem, view.bank.files);
  return new HttpProblem(`${error.message}. ${error.remedy}`, {
    status: 404,
    code: 'problem_not_in_bank',
  });
}

function disturb(
  { log }: ChatHandlerOptions,
  fault: TransportFault,
  { entry, response }: Pick<Exchange, 'entry' | 'response'>,
): void {
  switch (fault.kind) {
    case 'rate-limited':
      log.answer(entry, 429, new Date());
      sendProblem(
        response,
        new HttpProblem('too many requests (a fault that this server was asked to inject)', {
          status: 429,
          code: 'rate_limit_exceeded',
          headers: {
            'retry-after': String(Math.ceil(fault.retryAfterMs / 1000)),
            'retry-after-ms': String(fault.retryAfterMs),
          },
        }),
      );
      return;
    case 'server-error':
      log.answer(entry, 500, new Date());
      sendProblem(
        response,
        new HttpProblem('internal error (a fault that this server was asked to inject)', {
          status: 500,
          code: 'internal_error',
        }),
      );
      return;
    case 'hang':
    case 'drop':
      response.destroy();
      return;
    default:
      assertNever(fault);
  }
}

/** How long the answer to a request waits, in ms. */
export function latencyOf(
  { latencyMs, jitterMs }: Pick<ChatHandlerOptions, 'latencyMs' | 'jitterMs'>,
  identity: string,
): number {
  return latencyMs + Math.floor(jitterMs * unitOf(['latency', identity]));
}
