import type { IncomingMessage } from 'node:http';

import { HttpProblem, badRequest } from './http-problem';

/** @throws HttpProblem 413 when it is larger than `maxBytes`, 400 when it is not UTF-8. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // The rest is read and dropped: a client that is still sending would not see our answer.
    if (size <= maxBytes) chunks.push(chunk);
  }
  if (size > maxBytes) {
    throw new HttpProblem(
      `the request has ${String(size)} bytes; this server takes at most ${String(maxBytes)}`,
      { status: 413, code: 'request_too_large' },
    );
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw badRequest(
      'invalid_json',
      'the body is not UTF-8; send a chat completion request as JSON',
    );
  }
}
