import { NotReadyError } from '../../core/errors/errors';
import type { RunRecord, Store } from '../../core/ports/records';
import { askedAt } from '../../core/work/asked-at';
import type { LabContext } from '../lab-context';
import { workerName } from '../services/worker-ready';

/**
 * A worker has one endpoint and its key. If another run took the worker over, the present run would pause without a key.
 * @throws NotReadyError (`ENDPOINT_IN_USE`) naming the present run
 */
export async function requireFreeEndpoint(
  { folder }: LabContext,
  store: Store,
  { id, config, movedTo }: Pick<RunRecord, 'id' | 'config' | 'movedTo'>,
): Promise<void> {
  if (config.model.kind !== 'endpoint') return;
  const { findProcess } = await import('../../processes/index.js');
  if ((await findProcess(folder, workerName)).kind !== 'alive') return;
  const wanted = askedAt({ config, movedTo }).logicalEndpoint;
  const other = (await store.runs.runs()).find(
    (run) =>
      run.id !== id &&
      run.status === 'running' &&
      run.config.model.kind === 'endpoint' &&
      askedAt(run).logicalEndpoint !== wanted,
  );
  if (other === undefined) return;
  throw new NotReadyError(
    `run ${other.id} is under way and asks ${askedAt(other).logicalEndpoint}; ` +
      `this one would ask ${wanted}, and the worker of a state folder asks one endpoint`,
    `Wait for it, end it with \`espalier run cancel ${other.id}\`, or set ESPALIER_HOME to another folder for this run`,
    { code: 'ENDPOINT_IN_USE' },
  );
}
