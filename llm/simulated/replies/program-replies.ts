import type { BankRow } from '../bank/bank-row';
import { AttemptDraws } from './attempt-draws';
import type { Drawn } from './attempt-draws';
import { inFence } from './code-in-request';
import { shownHash } from './shown-program';
import type { Reply, ReplyRequest, ReplySource } from './reply';

export function solverReply(source: ReplySource, request: ReplyRequest): Reply {
  return replyOf(drawsFor(source, request).solver(request.draw.ordinal));
}

export function debuggerReply(source: ReplySource, request: ReplyRequest): Reply {
  const parent = shownHash(source.problem, request.messages);
  return replyOf(drawsFor(source, request).debugger(request.draw.ordinal, parent));
}

/** What is said to give a recorded program: the raw answer where it was kept. */
export function replyTextOf({ reply, program }: BankRow): string {
  return reply ?? inFence(program);
}

function drawsFor(source: ReplySource, { seed, problem, draw }: ReplyRequest): AttemptDraws {
  return new AttemptDraws(source, { seed, problem, sample: draw.sample });
}

function replyOf({ row, origin }: Drawn): Reply {
  return { text: replyTextOf(row), origin };
}
