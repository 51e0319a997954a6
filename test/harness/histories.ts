import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { findProcess } from '../../processes';
import { temporalBinary } from '../../laboratory/home/temporal-binary';
import type { EspalierHome } from '../../laboratory/home/espalier-home';

const runFile = promisify(execFile);

/** One workflow execution's whole history, as JSON and with every encoded payload in it read. */
export interface ReadHistory {
  readonly workflowId: string;
  readonly events: number;
  /** The JSON itself first, then each payload. */
  readonly texts: readonly string[];
}

/** Every history that this home's own engine holds, by the engine's own command. The engine must run. */
export async function historiesOf(home: EspalierHome): Promise<readonly ReadHistory[]> {
  const found = await findProcess(home.folder, 'engine');
  if (found.kind !== 'alive') throw new Error('the engine does not run');
  const address = `127.0.0.1:${String(found.record.ports['frontend'])}`;
  const listed = JSON.parse(
    await temporal(home, ['workflow', 'list', '--limit', '1000', '--address', address]),
  ) as readonly { readonly execution: { readonly workflowId: string; readonly runId: string } }[];
  const histories: ReadHistory[] = [];
  for (const { execution } of listed) {
    const which = ['--workflow-id', execution.workflowId, '--run-id', execution.runId];
    const text = await temporal(home, ['workflow', 'show', ...which, '--address', address]);
    const { events } = JSON.parse(text) as { readonly events: readonly unknown[] };
    const texts = [text, ...payloads(events)];
    histories.push({ workflowId: execution.workflowId, events: events.length, texts });
  }
  return histories;
}

async function temporal(home: EspalierHome, args: readonly string[]): Promise<string> {
  const options = { env: { ...home.environment }, maxBuffer: 256 * 1024 * 1024 };
  const binary = temporalBinary() ?? 'temporal';
  return (await runFile(binary, [...args, '--output', 'json'], options)).stdout;
}

/** Every `data` of a payload anywhere inside, decoded. */
function payloads(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(payloads);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    name === 'data' && typeof inner === 'string'
      ? [Buffer.from(inner, 'base64').toString('utf8')]
      : payloads(inner),
  );
}
