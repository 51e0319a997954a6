import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

import { NotReadyError } from '../../core/errors/errors';
import { batchRoute } from './batches/batch-routes';
import type { BatchRules } from './batches/batch-rules';
import { SimulatedBatches } from './batches/simulated-batches';
import { viewBank } from './bank/bank-view';
import { chatForm, createChatHandler, embeddingForm } from './chat-handler';
import { TransportFaults } from './faults';
import { HttpProblem } from './http-problem';
import { logicalEndpointOf, replySettingsOf } from './replies/reply-settings';
import { openRequestLog } from './request-log';
import { sendJson, sendProblem } from './send';
import type { Bank } from './bank/load-bank';
import type { LoadedChatScript } from './chat-script';
import type { Handler } from './chat-handler';
import type { TransportFaultsInput } from './faults';
import type { BankModel } from './replies/reply-to';
import type { ModelServerKind, ReplySettingsInput } from './replies/reply-settings';
import type { RequestLog, RequestLogEntry } from './request-log';

export interface ModelServerOptions {
  readonly kind: ModelServerKind;
  readonly bank: Bank;
  readonly settings?: ReplySettingsInput;
  /** What it says in chats; default: a few sentences of its own. */
  readonly script?: LoadedChatScript | undefined;
  /** Default 0: a free one is chosen. */
  readonly port?: number;
  /** Added to every answer, ms. Default 0. */
  readonly latencyMs?: number;
  /** At most so much more, ms, decided by the request's identity. Default 0. */
  readonly jitterMs?: number;
  /** From one piece of a streamed answer to the next, ms. Default 0. */
  readonly chunkMs?: number;
  /** Default none. */
  readonly transportFaults?: TransportFaultsInput;
  /** The request log is kept here too, and taken up again from here. */
  readonly logFile?: string;
  /** Size at which that file is put aside, and the one put aside before is dropped. Default 64 MiB. */
  readonly logBytes?: number;
  /** Keep the messages in the log. Default false. */
  readonly logMessages?: boolean;
  /** How it treats batches. Default: it answers them at once. */
  readonly batches?: BatchRules;
  /** Larger requests are refused with 413. Default 8 MiB. */
  readonly maxBodyBytes?: number;
}

export interface ModelServer {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** What an OpenAI client takes as its base URL: `url` with `/v1`. */
  readonly baseUrl: string;
  readonly port: number;
  /** Under which answers of this server are kept; see `logicalEndpointOf`. */
  readonly logicalEndpoint: string;
  /** The newest 10,000. */
  readonly log: () => readonly RequestLogEntry[];
  /** Closes every connection, answered or not. */
  readonly close: () => Promise<void>;
}

/**
 * An OpenAI-compatible endpoint on 127.0.0.1: `POST /v1/chat/completions`, `POST /v1/embeddings`, files and batches, `GET /v1/models`, `GET /health`, `GET
 * /espalier/log`. @throws UsageError for a setting out of range or a source model that the bank lacks; NotReadyError when the
 * port is taken or the log file cannot be written.
 */
export async function startModelServer(options: ModelServerOptions): Promise<ModelServer> {
  const settings = replySettingsOf(options.settings);
  const view = viewBank(options.bank, settings.bankModel);
  const model: BankModel = {
    kind: options.kind,
    view,
    settings,
    ...(options.script === undefined ? {} : { script: options.script }),
  };
  const log = openRequestLog({ file: options.logFile, mostBytes: options.logBytes });
  const handled = {
    model,
    log,
    logMessages: options.logMessages ?? false,
    latencyMs: options.latencyMs ?? 0,
    jitterMs: options.jitterMs ?? 0,
    chunkMs: options.chunkMs ?? 0,
    transportFaults: TransportFaults.parse(options.transportFaults ?? {}),
    maxBodyBytes: options.maxBodyBytes ?? 8 * 1024 * 1024,
  };
  const routes = routesOf(model, log, {
    chat: createChatHandler(handled, chatForm),
    embeddings: createChatHandler(handled, embeddingForm),
  });
  const { serves = true } = options.batches ?? {};
  const batches = serves ? new SimulatedBatches(model, options.batches ?? {}) : null;
  const server = createServer((request, response) => {
    void respond({ routes, batches }, request, response);
  });
  try {
    await listen(server, options.port ?? 0);
  } catch (error) {
    log.close();
    throw error;
  }
  return handleOf(server, log, {
    kind: options.kind,
    bankSha256: options.bank.sha256,
    scriptSha256: options.script?.sha256,
    settings,
  });
}

type Routes = Readonly<Record<string, Handler>>;

function routesOf(
  { kind, view }: BankModel,
  log: RequestLog,
  { chat, embeddings }: { readonly chat: Handler; readonly embeddings: Handler },
): Routes {
  const json = (body: () => object): Handler => {
    return (_, response) => Promise.resolve(sendJson(response, 200, body()));
  };
  const listed = { id: kind, object: 'model', created: 0, owned_by: 'espalier' };
  return {
    'POST /v1/chat/completions': chat,
    'POST /v1/embeddings': embeddings,
    'GET /v1/models': json(() => ({ object: 'list', data: [listed] })),
    [`GET /v1/models/${kind}`]: json(() => listed),
    'GET /health': json(() => ({ status: 'ok', kind, bank: view.bank.sha256 })),
    'GET /espalier/log': json(() => ({ entries: log.entries() })),
  };
}

/** Nothing that goes wrong with one request may end the server. */
async function respond(
  { routes, batches }: { readonly routes: Routes; readonly batches: SimulatedBatches | null },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const method = request.method ?? 'GET';
    const batched = batches === null ? null : batchRoute(batches, method, path);
    const handler = routes[`${method} ${path}`] ?? batched;
    if (handler === null) throw unknownPath(routes, method, path);
    await handler(request, response);
  } catch (error) {
    if (response.destroyed || response.headersSent) response.destroy();
    else sendProblem(response, error instanceof HttpProblem ? error : internalProblem(error));
  }
}

function unknownPath(routes: Routes, method: string, path: string): HttpProblem {
  return new HttpProblem(
    `${method} ${path} is not served here; known: ${Object.keys(routes).join(', ')}`,
    { status: 404, code: 'unknown_path' },
  );
}

function internalProblem(error: unknown): HttpProblem {
  const reason = error instanceof Error ? error.message : String(error);
  return new HttpProblem(`the model server failed: ${reason}`, {
    status: 500,
    code: 'model_server_failed',
  });
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      reject(
        new NotReadyError(
          `the model server cannot listen on 127.0.0.1:${String(port)}: ${cause.message}`,
          'Stop whatever uses the port, or leave --port out: a free one is chosen then',
          { code: 'MODEL_SERVER_PORT', cause },
        ),
      );
    });
    server.listen(port, '127.0.0.1', resolve);
  });
}

function handleOf(
  server: Server,
  log: RequestLog,
  model: Parameters<typeof logicalEndpointOf>[0],
): ModelServer {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const url = `http://127.0.0.1:${String(port)}`;
  return {
    url,
    baseUrl: `${url}/v1`,
    port,
    logicalEndpoint: logicalEndpointOf(model),
    log: log.entries,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          log.close();
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
