import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { NotReadyError } from '../core/errors/errors';
import { WorkflowBundle } from '../core/schemas/workflow-bundle';
import { findPackageRoot } from './package-root';

/** Names of what the build leaves in `dist/` for workers, and for who asks what they would run. */
export const bundleFiles = { code: 'workflow-bundle.js', facts: 'workflow-bundle.json' } as const;

/** The workflow code that a worker started now would run. @param folder of the build @throws NotReadyError (`NOT_BUILT`) */
export function builtBundle(folder: string = join(findPackageRoot(), 'dist')): WorkflowBundle {
  const path = join(folder, bundleFiles.facts);
  try {
    return WorkflowBundle.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    throw new NotReadyError(
      `${path} does not tell which workflow code was built`,
      'Run `npm run build`',
      { code: 'NOT_BUILT', cause },
    );
  }
}
