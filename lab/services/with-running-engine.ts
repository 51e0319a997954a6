import type { EngineConnection } from '../../client';
import type { LabContext } from '../lab-context';

/** Asks the running engine; returns null when none runs. @throws NotReadyError (`ENGINE_UNREACHABLE`), the body's errors */
export async function withRunningEngine<T>(
  { settings, folder }: Pick<LabContext, 'settings' | 'folder'>,
  body: (client: EngineConnection) => Promise<T>,
): Promise<T | null> {
  const { engineStatus } = await import('../../engine/index.js');
  const status = await engineStatus({
    state: folder,
    address: settings.TEMPORAL_ADDRESS,
    namespace: settings.TEMPORAL_NAMESPACE,
  });
  if (status.kind !== 'running' && status.kind !== 'external') return null;
  const { address, namespace } = status;
  const { connectEngine } = await import('../../client/index.js');
  const connected = await connectEngine({ address, namespace, local: status.kind === 'running' });
  try {
    return await body(connected.client);
  } finally {
    await connected.close();
  }
}
