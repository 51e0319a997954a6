import { z } from 'zod';

import { UsageError } from '../core/errors/errors';
import { loadBank, loadChatScript, parseFaults, startModelServer } from '../llm/simulated';
import { untilStopped } from './until-stopped';

/** What a model server of ours answers from, and how. */
export const ServeModelOptions = z.strictObject({
  kind: z.enum(['simulated', 'recorded']),
  /** Recorded generations, .jsonl or .jsonl.gz, in order. */
  bankFiles: z.array(z.string()).readonly(),
  /** What it says in chats, as JSON. */
  scriptFile: z.string().optional(),
  criticAccuracy: z.number().optional(),
  competence: z.number().optional(),
  bankModel: z.string().optional(),
  latencyMs: z.number().optional(),
  jitterMs: z.number().optional(),
  /** From one piece of a streamed answer to the next. */
  chunkMs: z.number().optional(),
  /** Shares of trouble, as JSON. */
  faults: z.string().optional(),
  /** Default: a free one. */
  port: z.number().optional(),
  /** Request log: JSON lines. */
  logFile: z.string().optional(),
  /** Size at which it is put aside. */
  logBytes: z.number().optional(),
  logMessages: z.boolean().optional(),
  /** Serve nothing but this logical endpoint. */
  expect: z.string().optional(),
});
export type ServeModelOptions = z.infer<typeof ServeModelOptions>;

/** What is served, and where. */
export interface ServedModel {
  readonly baseUrl: string;
  readonly logicalEndpoint: string;
}

/**
 * On 127.0.0.1 until SIGTERM or SIGINT.
 * @throws UsageError without a bank, or when the served endpoint is not the expected one.
 */
export async function serveModel(
  options: ServeModelOptions,
  onServing: (served: ServedModel) => void,
): Promise<void> {
  if (options.bankFiles.length === 0) {
    throw new UsageError('there is nothing to answer from', 'Give --simulated or --bank <file>');
  }
  const faults = parseFaults(options.faults ?? '{}');
  const server = await startModelServer({
    kind: options.kind,
    bank: await loadBank(options.bankFiles),
    script: options.scriptFile === undefined ? undefined : await loadChatScript(options.scriptFile),
    settings: {
      ...present('criticAccuracy', options.criticAccuracy),
      ...present('competence', options.competence),
      ...present('bankModel', options.bankModel),
      contentFaults: faults.content,
    },
    transportFaults: faults.transport,
    ...present('port', options.port),
    ...present('latencyMs', options.latencyMs),
    ...present('jitterMs', options.jitterMs),
    ...present('chunkMs', options.chunkMs),
    ...present('logFile', options.logFile),
    ...present('logBytes', options.logBytes),
    logMessages: options.logMessages === true,
  });
  if (options.expect !== undefined && options.expect !== server.logicalEndpoint) {
    await server.close();
    throw new UsageError(
      `these files and settings serve ${server.logicalEndpoint}, not ${options.expect}`,
      'Serve with the settings the run was started with',
    );
  }
  onServing({ baseUrl: server.baseUrl, logicalEndpoint: server.logicalEndpoint });
  await untilStopped();
  await server.close();
}

/** A member only when there is a value: optional members of options are never `undefined`. */
function present<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): Partial<Record<Name, Value>> {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, Value>);
}
