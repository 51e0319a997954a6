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

/** Server-sent events, closed as OpenAI's API closes them. */
export function sendEvents(response: ServerResponse, events: readonly object[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
  response.end('data: [DONE]\n\n');
}
