import { UsageError } from '../../core/errors/errors';
import { isOfKind } from '../../core/kinds/of-kind';
import type { OfKind } from '../../core/kinds/of-kind';
import { bugCandidates } from '../../core/patches/make/bug-candidates';
import { commitOfTree, sdistAddress } from '../../core/patches/sdist-address';
import type { Store } from '../../core/ports/records';
import type { Instance } from '../../core/schemas/environment-instance';
import type { TaskSource } from '../../core/schemas/patch-task';
import type { TaskCandidate } from '../../core/schemas/task-candidate';
import type { RunConfig } from '../../core/schemas/run';
import { environmentInstances } from '../planning/environment-dataset';
import { sha256Of } from '../sha256-of';
import type { CheckedMakeRequest } from './make-request';
import type { FoundCandidates } from './found-candidates';

/**
 * Candidates of a run that built environments: bugs for its accepted functions.
 * @throws UsageError for another run, and for an option that only means something for commits
 */
export async function environmentCandidates(
  store: Store,
  run: string,
  request: CheckedMakeRequest,
): Promise<FoundCandidates> {
  refuseOfCommits(request);
  const instances = await environmentInstances(store, run);
  const config = (await store.runs.run(run))?.config;
  if (!config || !isOfKind(config, 'environment')) throw new Error(`${run} is of another kind`);
  const passedOver: Record<string, number> = {};
  const candidates: TaskCandidate[] = [];
  for (const { instance } of instances) {
    const source = sourceOf(instance, config, request);
    if (source === null) {
      const reason = 'of a folder without a commit';
      passedOver[reason] = (passedOver[reason] ?? 0) + 1;
      continue;
    }
    const createdAt = config.environment.indexUntil;
    const digest = (text: string): string => sha256Of(text).slice(0, 8);
    candidates.push(
      ...bugCandidates(instance, { source, bugs: request.bugs ?? usualBugs, createdAt, digest }),
    );
  }
  if (candidates.length === 0) {
    throw new UsageError(
      `${run}: its repositories are folders without a commit, so nobody can install their files again`,
      'Commit the folder, build its environment again, and name that run',
      { code: 'NO_CANDIDATE' },
    );
  }
  return { name: run, candidates, passedOver };
}

export const usualBugs = 2;

function refuseOfCommits({ commits, limit, name }: CheckedMakeRequest): void {
  const said = Object.entries({ commits, limit, name }).find(([, value]) => value !== undefined);
  if (said === undefined) return;
  throw new UsageError(
    `--${said[0]} is of commits, and the source is a run of environments`,
    'Leave it out; --bugs says how many bugs each function gets',
    { code: 'BAD_REQUEST' },
  );
}

/** null: nobody else can take these files in again. */
function sourceOf(
  { repository: { input, name, commit, tree } }: Pick<Instance, 'repository'>,
  { environment }: OfKind<RunConfig, 'environment'>,
  request: CheckedMakeRequest,
): TaskSource | null {
  const more = {
    until: environment.indexUntil,
    python: request.python ?? environment.python ?? null,
    ...{ requirements: [...(request.requirements ?? [])], image: null },
  };
  if (input.kind === 'sdist') {
    const address = sdistAddress(input);
    return { repository: `pypi/${input.name}`, address, commit: commitOfTree(tree), ...more };
  }
  if (commit === null) return null;
  if (input.kind === 'git') return { repository: name, address: input.url, commit, ...more };
  // An instance keeps the name of a folder alone: the plan of its run says where it was.
  const named = Object.values(environment.sources).find(
    (source) => source.input.kind === 'path' && source.input.path.endsWith(`/${input.path}`),
  )?.input;
  if (named?.kind !== 'path') return null;
  return { repository: `local/${name}`, address: named.path, commit, ...more };
}
