import { join } from 'node:path';

import {
  modelServerAddressFile,
  modelServerName,
  publishAddress,
} from '../../config/own-model-server';
import { NotReadyError } from '../../core/errors/errors';
import type { ModelConfig } from '../../core/schemas/run';
import { keptBank } from './kept-bank';
import type { LabContext } from '../lab-context';
import { ownProcess } from './own-process';
import type { WhenDifferent } from './ensure-worker';

/**
 * Finds the model server of a simulated or recorded run or starts one. Returns whether it was started. Latency and faults
 * are not part of a run: the caller decides whether a server with other values is replaced or kept.
 * @throws NotReadyError when the server would now answer differently than at the start of the run
 */
export async function ensureModelServer(
  { settings, folder }: LabContext,
  model: ModelConfig,
  whenDifferent: WhenDifferent,
): Promise<'started' | 'found'> {
  const name = modelServerName(model.logicalEndpoint);
  const files = await keptBank(folder, model.bank?.sha256 ?? '');
  const [scriptFile] =
    model.scriptSha256 === undefined ? [] : await keptBank(folder, model.scriptSha256);
  const serving = {
    scriptFile,
    criticAccuracy: model.criticAccuracy,
    competence: model.competence,
    bankModel: model.bankModel,
    latencyMs: settings.ESPALIER_SIMULATED_LATENCY_MS,
    chunkMs: settings.ESPALIER_SIMULATED_CHUNK_MS,
    faults: settings.ESPALIER_SIMULATED_FAULTS,
    expect: model.logicalEndpoint,
  };
  const { ensureProcess } = await import('../../processes/index.js');
  const ensured = await ensureProcess(folder, {
    name,
    ports: { http: 'replace' },
    fingerprint: JSON.stringify(serving),
    whenDifferent: whenDifferent === 'restart' ? 'restart' : 'keep',
    command: (ports) =>
      ownProcess(
        'model-server-main',
        {
          kind: model.kind,
          bankFiles: files,
          ...serving,
          port: ports['http'],
          logFile: join(folder.logs, `${name}.requests.jsonl`),
          logBytes: settings.ESPALIER_SIMULATED_LOG_MB * 1024 * 1024,
        },
        settings,
      ),
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
