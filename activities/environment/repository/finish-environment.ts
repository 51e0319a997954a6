import { repositoryCounts } from '../../../core/repository/funnel-counts';
import { outcomeSoFar } from '../../../core/kinds/environment/outcome';
import type { EnvironmentPorts } from '../../../core/ports/environment';
import type { AttemptSummary } from '../../../core/ports/work';
import type { RepositoryStatus } from '../../../core/schemas/environment';
import type { EnvironmentOutcome } from '../../../core/kinds/environment/schema';
import { knownEnvironment } from './known-environment';
import type { RepositoryParts } from './repository-parts';
import { readTaken, takenOf } from './take-in-repository';

/** Writes the record of one repository: its status and its funnel. `unscored`, to be retried, if functions have no end. */
export async function finishEnvironment(
  parts: Pick<RepositoryParts, 'store' | 'contexts'>,
  { attempt, ended, environment, unfinished }: Parameters<EnvironmentPorts['finishEnvironment']>[0],
): Promise<AttemptSummary> {
  const { environments, runs } = parts.store;
  const record = environment === null ? null : await knownEnvironment(environments, environment);
  const taken = await takenOf(parts, attempt);
  const tree = taken === null ? null : (await readTaken(parts, taken.taken)).tree;
  const status = ended ?? statusOf(tree?.lacks ?? null, record?.lacks ?? []);
  const repository = tree?.repository ?? record?.repository ?? null;
  const entries = (await environments.funnel(attempt)).map(({ entry }) => entry);
  const counted = outcomeSoFar(environment, repositoryCounts(entries));
  const outcome: EnvironmentOutcome = { ...counted, status, repository };
  const done = unfinished === null ? ('completed' as const) : ('unscored' as const);
  await runs.finishAttempt(attempt, {
    ...{ status: done, outcome, graded: [], verdict: null, solved: false },
    ...{ cause: unfinished, provenance: null },
  });
  return { status: done, solved: false };
}

function statusOf(own: string | null, installed: readonly string[]): RepositoryStatus {
  const lacks = [...new Set(own === null ? installed : [own, ...installed])];
  return lacks.length === 0 ? { code: 'ok' } : { code: 'partial', why: lacks.join('; ') };
}
