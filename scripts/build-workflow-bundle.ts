/**
 * Bundles dist/workflows for the worker and refuses a bundle that holds a library of the outer layers.
 * Run by scripts/build.mjs: node scripts/run.cjs scripts/build-workflow-bundle.ts [folder, default dist].
 * Writes <folder>/workflow-bundle.js, and beside it workflow-bundle.json: the version and hash that runs record.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';

import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';

import { findPackageRoot } from '../config/package-root';
import { bundleFiles } from '../config/workflow-bundle';
import { WorkflowBundle } from '../core/schemas/workflow-bundle';

/** Each would multiply a cached workflow's memory, or cannot run there at all. */
const forbidden = [
  'zod',
  'openai',
  'dockerode',
  'kysely',
  'better-sqlite3',
  'commander',
  '@lezer/python',
];

function forbiddenModules(code: string): readonly string[] {
  return forbidden.filter((name) => code.includes(`node_modules/${name}/`));
}

/** The same sources and libraries have the same hash, in whichever folder they were built. */
function hashOf(code: string, folder: string): string {
  const [withoutMap = ''] = code.split('\n//# sourceMappingURL=');
  const name = relative(findPackageRoot(), folder);
  const placeless = withoutMap.replaceAll(`./${name}/`, './dist/').replace(/\*{5,}/g, '');
  return createHash('sha256').update(placeless).digest('hex');
}

function packageVersion(): string {
  const text = readFileSync(join(findPackageRoot(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

async function bundle(folder: string): Promise<void> {
  const workflowsPath = join(folder, 'workflows', 'index.js');
  if (!existsSync(workflowsPath)) {
    throw new Error(`${workflowsPath} is missing: compile first (npm run build does both)`);
  }
  const { code } = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('WARN') });
  const found = forbiddenModules(code);
  if (found.length > 0) {
    throw new Error(
      `the workflow bundle contains ${found.join(', ')}: import schemas as types only in core/ and workflows/`,
    );
  }
  const facts = WorkflowBundle.parse({ version: packageVersion(), sha256: hashOf(code, folder) });
  await writeFile(join(folder, bundleFiles.code), code);
  await writeFile(join(folder, bundleFiles.facts), `${JSON.stringify(facts)}\n`);
}

bundle(resolve(process.argv[2] ?? 'dist')).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
