import { z } from 'zod';

import { UsageError } from '../../../core/errors/errors';
import { attemptPlace } from '../../../core/durable/attempt-place';
import type { AttemptKey } from '../../../core/durable/attempt-key';
import type { TakenRepository } from '../../../core/ports/environment';
import type { RepositoryProvenance } from '../../../core/schemas/environment';
import { TakenIn } from '../../../core/schemas/environment-taken';
import { takeIn } from '../../../repositories';
import type { DurableContext } from '../../work/durable';
import type { RepositoryParts } from './repository-parts';
import { stepKey } from './step-key';

type TakingParts = Pick<RepositoryParts, 'store' | 'contexts' | 'packages' | 'proxyUrlFor'>;

const Taken = z.object({ taken: z.string() });

/**
 * Takes in the repository for this run. It is read once, so a branch that moves does not change a run that continues.
 * @throws what `takeIn` throws, UsageError for a folder that was not read when the run was planned
 */
export async function takeInRepository(
  { store, contexts, packages, proxyUrlFor }: TakingParts,
  attempt: AttemptKey,
  { signal }: Pick<DurableContext, 'signal'>,
): Promise<TakenRepository> {
  const known = await takenOf({ store, contexts }, attempt);
  if (known !== null) return known;
  const { sources, indexUntil } = (await contexts.configOf(attempt.run, 'environment')).environment;
  const input = sources[attempt.problem]?.input;
  if (input === undefined || input.kind === 'path') {
    throw new UsageError(
      `The folder of ${attempt.problem} was not read when run ${attempt.run} was planned`,
      'Start the run again, on the machine that has the folder',
      { code: 'FOLDER_NOT_READ' },
    );
  }
  const proxy = input.kind === 'git' ? proxyUrlFor?.(input.url) : undefined;
  const found = await takeIn(input, {
    keep: store.environments.putArchive,
    index: { cache: packages.cache, until: indexUntil },
    ...(proxy !== undefined && { environment: { https_proxy: proxy, http_proxy: proxy } }),
    signal,
  });
  const taken = await store.blobs.put(JSON.stringify(found));
  await store.environments.saveStep(takenKey(attempt), { taken });
  return { ended: found.ended, taken };
}

/** The tree that was taken in for an attempt. null: none yet. */
export async function takenOf(
  { store, contexts }: Pick<TakingParts, 'store' | 'contexts'>,
  attempt: AttemptKey,
): Promise<TakenRepository | null> {
  const { sources } = (await contexts.configOf(attempt.run, 'environment')).environment;
  const stored = Taken.safeParse(await store.environments.findStep(takenKey(attempt))).data;
  const taken = sources[attempt.problem]?.taken ?? stored?.taken;
  if (taken === undefined) return null;
  return { ended: (await readTaken({ store }, taken)).ended, taken };
}

/** @throws BlobMissingError */
export async function readTaken(
  { store }: Pick<TakingParts, 'store'>,
  sha256: string,
): Promise<TakenIn> {
  return TakenIn.parse(JSON.parse(await store.blobs.get(sha256)));
}

/** The source of an attempt. Its environment may have been built for another source with the same files. */
export async function provenanceOf(
  parts: Pick<TakingParts, 'store' | 'contexts'>,
  attempt: AttemptKey,
): Promise<RepositoryProvenance> {
  const taken = await takenOf(parts, attempt);
  const tree = taken === null ? null : (await readTaken(parts, taken.taken)).tree;
  if (tree === null) throw new Error(`nothing was taken in for ${attempt.problem}`);
  return tree.repository;
}

function takenKey(attempt: AttemptKey): string {
  return stepKey('taken', attemptPlace(attempt));
}
