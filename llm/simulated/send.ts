import type { ServerResponse } from 'node:http';

import type { HttpProblem } from './http-problem';

export function sendJson(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

export function sendProblem(response: ServerResponse, problem: HttpProblem): void {
  for (const [name, value] of Object.entries(problem.headers)) {
    if (value !== undefined) response.setHeader(name, value);
  }
  sendJson(response, problem.status, problem.body());
}

/** Server-sent events, so many ms from one to the next, closed as OpenAI's API closes them. */
export async function sendEvents(
  response: ServerResponse,
  events: readonly object[],
  everyMs: number,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const event of events) {
    response.write(`data: ${JSON.stringify(event)}\n\n`);
    await pause(response, everyMs);
    if (response.destroyed) return;
  }
  response.end('data: [DONE]\n\n');
}

/** Resolves early when the client goes away or the server is closed. */
export function pause(response: ServerResponse, forMs: number): Promise<void> {
  if (forMs <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      response.off('close', done);
      resolve();
    };
    const timer = setTimeout(done, forMs);
    response.on('close', done);
  });
}
