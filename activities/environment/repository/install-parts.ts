import { runnerWheels } from '../../../repositories';
import type { ActivityDependencies } from '../../dependencies';
import { usualInstallSeconds } from './repository-parts';
import type { InstallParts, InstallSeconds } from './repository-parts';
import { unpackedWheels } from './unpacked-wheels';

/** What an installation needs, from what a worker has. */
export function installParts(
  {
    store,
    repositories,
    packages,
  }: Pick<ActivityDependencies, 'store' | 'repositories' | 'packages'>,
  installSeconds: InstallSeconds = usualInstallSeconds,
): InstallParts {
  return {
    ...{ store, repositories, packages, installSeconds },
    place: remembered(async () => {
      const shape = { memoryMb: 256, filesMb: 16, scratchMb: 16 };
      const cell = await (await repositories()).open({ archives: [], shape });
      await cell.close();
      return cell.place;
    }),
    runnerTools: remembered(() => unpackedWheels({ store, repositories, packages }, runnerWheels)),
  };
}

/** Found once; a failure is asked about again. */
function remembered<T>(find: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | null = null;
  return () => {
    found ??= find().catch((error: unknown) => {
      found = null;
      throw error;
    });
    return found;
  };
}
