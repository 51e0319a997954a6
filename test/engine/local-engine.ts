import { Client, Connection } from '@temporalio/client';

import type { Engine, EngineOptions } from '../../engine';
import { temporalBinary } from '../../laboratory/home/temporal-binary';
import { findOnPath } from '../../engine/temporal/find-on-path';
import type { ScratchState } from './scratch-state';

/** Options as the CLI would build them from the settings, with the binary of `npm test`. */
export async function engineOptions(state: ScratchState): Promise<EngineOptions> {
  const searchPath = process.env['PATH'] ?? '';
  const binary = temporalBinary() ?? '';
  const cliPath = binary.includes('/') ? binary : ((await findOnPath(binary, searchPath)) ?? '');
  return {
    state,
    cliPath,
    searchPath,
    cacheFolder: `${state.root}/cache`,
    address: undefined,
    namespace: 'default',
  };
}

/** A client for the time of one action. */
export async function withClient<T>(
  engine: Pick<Engine, 'address'>,
  action: (client: Client) => Promise<T>,
): Promise<T> {
  const connection = await Connection.connect({ address: engine.address });
  try {
    return await action(new Client({ connection }));
  } finally {
    await connection.close();
  }
}

/** A workflow that waits for a worker which never comes. */
export async function startWaiting(engine: Engine, workflowId: string): Promise<void> {
  await withClient(engine, (client) =>
    client.workflow.start('nothing', { workflowId, taskQueue: 'nobody' }),
  );
}

export function statusOf(engine: Engine, workflowId: string): Promise<string> {
  return withClient(engine, async (client) => {
    const { status } = await client.workflow.getHandle(workflowId).describe();
    return status.name;
  });
}
