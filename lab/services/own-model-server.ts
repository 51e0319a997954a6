import { join } from 'node:path';

import {
  modelServerAddressFile,
  modelServerName,
  publishAddress,
} from '../../config/own-model-server';
import { NotReadyError } from '../../core/errors';
import type { ModelConfig } from '../../core/schemas/run';
import { keptBank } from './bank-copy';
import type { CommandContext } from '../../cli/command-context';
import { ownCommand } from './own-command';
import type { WhenDifferent } from './own-worker';

/**
 * Starts the model server of a simulated or recorded run, or finds it; tells whether it had to be started. Latency and
 * faults are not part of a run: one that serves the same answers otherwise is replaced or kept, as the caller says.
 * @throws NotReadyError when what it would answer now is not what the run was started with.
 */
export async function ensureModelServer(
  { settings, folder }: CommandContext,
  model: ModelConfig,
  whenDifferent: WhenDifferent,
): Promise<'started' | 'found'> {
  const name = modelServerName(model.logicalEndpoint);
  const files = await keptBank(folder, model.bank?.sha256 ?? '');
  const settingArguments = [
    ...option('--critic-accuracy', model.criticAccuracy),
    ...option('--competence', model.competence),
    ...option('--bank-model', model.bankModel),
    ...option('--latency-ms', settings.ESPALIER_SIMULATED_LATENCY_MS),
    ...option('--faults', settings.ESPALIER_SIMULATED_FAULTS),
    ...option('--expect', model.logicalEndpoint),
  ];
  const { ensureProcess } = await import('../../processes/index.js');
  const ensured = await ensureProcess(folder, {
    name,
    ports: { http: 'replace' },
    fingerprint: JSON.stringify(settingArguments),
    whenDifferent,
    command: (ports) =>
      ownCommand([
        'model',
        'serve',
        ...(model.kind === 'simulated' ? ['--simulated'] : []),
        ...files.flatMap((file) => ['--bank', file]),
        ...settingArguments,
        ...option('--port', ports['http']),
        '--log-file',
        join(folder.logs, `${name}.requests.jsonl`),
      ]),
  });
  const port = ensured.record.ports['http'];
  if (port === undefined) {
    throw new NotReadyError(`${name} has no port`, 'Run `espalier down`, then try again');
  }
  publishAddress(
    modelServerAddressFile(folder, model.logicalEndpoint),
    `http://127.0.0.1:${String(port)}/v1`,
  );
  return ensured.started ? 'started' : 'found';
}

function option(flag: string, value: string | number | undefined): readonly string[] {
  return value === undefined ? [] : [`${flag}=${String(value)}`];
}
