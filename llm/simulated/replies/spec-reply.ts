import { readReply } from '../../../core/replies/read-reply';
import { inFence } from './code-in-request';
import type { Reply, ReplyRequest } from './reply';

/** Somebody who knows no more than a docstring, and cannot program: what the request shows, as it stands. */
export function specReply({ messages }: ReplyRequest): Reply {
  const text = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const stub = readReply(text).blocks[0]?.text ?? 'pass';
  return { text: inFence(stub), origin: { rule: 'canned' } };
}
