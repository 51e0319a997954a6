import type { EnvironmentPorts, InstalledRepository } from '../../../core/ports/environment';
import type { DurableContext } from '../../work/durable';
import { installTree } from './install-tree';
import type { RepositoryParts } from './repository-parts';
import { readTaken } from './take-in-repository';

const noPythons = { kind: 'none', why: 'this worker knows no interpreters' } as const;

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
  const { environment } = await parts.contexts.configOf(attempt.run, 'environment');
  const { indexUntil: until, python } = environment;
  if (python === undefined) return installTree(parts, tree, { until }, signal);
  const chosen = (await parts.pythons?.of(python)) ?? noPythons;
  if (chosen.kind === 'none') {
    const why = `no Python ${python}: ${chosen.why}`;
    return { ended: { code: 'install_failed', step: 'interpreter', why }, environment: null };
  }
  const interpreter = chosen.kind === 'packed' ? chosen.interpreter : undefined;
  return installTree(parts, tree, { until, interpreter }, signal);
}
