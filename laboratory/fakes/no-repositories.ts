import { PackageIndex } from '../../repositories';
import type { ActivityDependencies } from '../../activities/dependencies';

/** Of workers that build no environment: opening a cell for one, or asking an index, is refused. */
export const noRepositories: Pick<
  ActivityDependencies,
  'repositories' | 'packages' | 'taskEnvironments'
> = {
  repositories: () => Promise.reject(new Error('no repository is to be worked on here')),
  packages: new PackageIndex({ indexUrl: 'http://127.0.0.1:9/simple', folder: '/nonexistent' }),
  taskEnvironments: { of: () => Promise.reject(new Error('no task is to be worked on here')) },
};
