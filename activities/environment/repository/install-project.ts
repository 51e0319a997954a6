import type { EnvironmentPorts, InstalledRepository } from '../../../core/ports/environment';
import type { DurableContext } from '../../work/durable';
import { installTree } from './install-tree';
import type { RepositoryParts } from './repository-parts';
import { readTaken } from './take-in-repository';

/**
 * Builds and installs the repository of an attempt.
 * @throws what `installTree` throws. A failure of the build of the repository is in the answer
 */
export async function installProject(
  parts: RepositoryParts,
  { attempt, taken }: Parameters<EnvironmentPorts['installProject']>[0],
  { signal }: Pick<DurableContext, 'signal'>,
): Promise<InstalledRepository> {
  const { tree } = await readTaken(parts, taken);
  if (tree === null) throw new Error(`nothing was taken in for ${attempt.problem}`);
  const { indexUntil } = (await parts.contexts.configOf(attempt.run, 'environment')).environment;
  return installTree(parts, tree, { until: indexUntil }, signal);
}
