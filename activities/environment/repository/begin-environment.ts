import type { EnvironmentPorts, EnvironmentStart } from '../../../core/ports/environment';
import type { RepositoryParts } from './repository-parts';

type BeginParts = Pick<RepositoryParts, 'store' | 'contexts' | 'harnessesAtOnce'>;

/** Marks a repository of a run as being worked on. Returns its earlier result if it was finished. */
export async function beginEnvironment(
  { store: { runs }, contexts, harnessesAtOnce }: BeginParts,
  { attempt, position }: Parameters<EnvironmentPorts['beginEnvironment']>[0],
): Promise<EnvironmentStart> {
  const { status, result } = await runs.beginAttempt(attempt, position);
  if (status === 'completed' && result !== null) {
    return { finished: { status, solved: result.solved } };
  }
  const config = (await contexts.configOf(attempt.run, 'environment')).environment;
  const { generators, maxRounds } = config;
  return { finished: null, rules: { generators, maxRounds }, harnessesAtOnce };
}
