/**
 * An OpenAI-shaped endpoint with one latency, in a process of its own. Prints its port.
 * node scripts/run.cjs laboratory/bench/latency-endpoint.ts <latency in ms>
 */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import type { AgentRole } from '../../core/names/roles';
import { scoreFormat } from '../../core/agents/critic-score';
import { verificationFormat } from '../../core/agents/critic-verification';
import { reflectionsFormat } from '../../core/agents/thinker-reflections';
import { strategiesFormat } from '../../core/agents/thinker-strategies';
import { syntheticReply } from './synthetic-search';

/** The names of the answer formats, as requests carry them. */
const roles = new Map<string, AgentRole>([
  [strategiesFormat.name, 'thinker-strategies'],
  [reflectionsFormat.name, 'thinker-reflections'],
  [scoreFormat.name, 'critic-score'],
  [verificationFormat.name, 'critic-verification'],
]);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const arrivedMs = performance.now();
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString('utf8');
  const format = /"json_schema":\{"name":"(\w+)"/.exec(body)?.[1];
  const role = format === undefined ? 'solver' : roles.get(format);
  if (role === undefined) throw new Error(`no reply for the format ${String(format)}`);
  const distinct = String(request.headers['idempotency-key']);
  const message = { role: 'assistant', content: syntheticReply(role, distinct) };
  const completion = JSON.stringify({
    id: distinct,
    object: 'chat.completion',
    created: 0,
    model: 'synthetic',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: { prompt_tokens: 500, completion_tokens: 200, total_tokens: 700 },
  });
  await sleep(latencyMs - (performance.now() - arrivedMs));
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(completion);
}

const latencyMs = Number(process.argv[2]);
const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    response.writeHead(500);
    response.end(String(error));
  });
});
// The client closes idle connections itself; a race would count as a broken connection.
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  console.log((server.address() as AddressInfo).port);
});
// Ends with the bench, however that ends.
process.stdin.on('end', () => process.exit(0)).resume();
