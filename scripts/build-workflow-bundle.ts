/**
 * Bundles dist/workflows for the worker and refuses a bundle that holds a library of the outer layers.
 * Run by scripts/build.mjs: node scripts/run.cjs scripts/build-workflow-bundle.ts [folder, default dist].
 * Writes <folder>/workflow-bundle.js.
 */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';

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
  await writeFile(join(folder, 'workflow-bundle.js'), code);
}

bundle(resolve(process.argv[2] ?? 'dist')).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
