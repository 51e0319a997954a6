import type { IncomingMessage } from 'node:http';

import { parseJson } from '../../parse-json';
import type { Handler } from '../chat-handler';
import { badRequest } from '../http-problem';
import { readBody } from '../read-body';
import { sendJson } from '../send';
import type { SimulatedBatches } from './simulated-batches';

/** A file of thousands of requests. */
const longestFileBytes = 256 * 1024 * 1024;
const usualPage = 20;

/** The routes of files and batches. null: the path is none of them. */
export function batchRoute(
  batches: SimulatedBatches,
  method: string,
  path: string,
): Handler | null {
  const [, collection, id, part] =
    /^\/v1\/(files|batches)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(path) ?? [];
  if (collection === undefined) return null;
  const json =
    (body: (request: IncomingMessage) => object | Promise<object>): Handler =>
    async (request, response) => {
      sendJson(response, 200, await body(request));
    };
  switch ([method, collection, id === undefined ? '' : 'ID', part ?? ''].join(' ').trim()) {
    case 'POST files':
      return json(async (request) => batches.addFile(await uploaded(request)));
    case 'GET files ID content':
      return (_, response) => {
        response.writeHead(200, { 'content-type': 'application/octet-stream' });
        response.end(batches.content(id ?? ''));
        return Promise.resolve();
      };
    case 'POST batches':
      return async (request, response) => {
        const body = parseJson(await readBody(request, longestFileBytes));
        const { batch, heard } = batches.submit(body);
        if (heard) sendJson(response, 200, batch);
        else response.destroy();
      };
    case 'GET batches':
      return json((request) => batches.list(pageIn(request)));
    case 'GET batches ID':
      return json(() => batches.look(id ?? ''));
    case 'POST batches ID cancel':
      return json(() => batches.cancel(id ?? ''));
    default:
      return null;
  }
}

/** The text of the file in a form. @throws HttpProblem (400) */
async function uploaded(request: IncomingMessage): Promise<string> {
  const body = await readBody(request, longestFileBytes);
  const type = request.headers['content-type'] ?? '';
  const form = await new Response(body, { headers: { 'content-type': type } })
    .formData()
    .catch(() => null);
  const file = form?.get('file');
  if (form?.get('purpose') !== 'batch' || file === null || typeof file !== 'object') {
    throw badRequest('invalid_request', 'send a form with `purpose` batch and a `file`');
  }
  return file.text();
}

function pageIn({ url }: IncomingMessage): {
  readonly limit: number;
  readonly after: string | null;
} {
  const { searchParams } = new URL(url ?? '/', 'http://127.0.0.1');
  return {
    limit: Number(searchParams.get('limit') ?? usualPage),
    after: searchParams.get('after'),
  };
}
