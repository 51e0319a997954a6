import type { WorkflowBundleWithSourceMap } from '@temporalio/worker';

import { workflowBundle } from '../workflows/support/test-engine';

/** Each would multiply the memory of a cached workflow, or cannot run there at all. */
const outside = [
  'zod',
  'openai',
  'dockerode',
  'kysely',
  'better-sqlite3',
  'commander',
  '@lezer',
  '@temporalio/client',
  '@temporalio/worker',
  '@temporalio/activity',
];

const modules = (code: string, folder: string): number => code.split(`${folder}/`).length - 1;

describe('the workflow bundle', () => {
  let bundle: WorkflowBundleWithSourceMap;
  beforeAll(async () => {
    bundle = await workflowBundle();
  });

  it('holds our workflows, the search and the SDK', () => {
    for (const folder of ['./workflows', './core/search', './node_modules/@temporalio/workflow']) {
      expect([folder, modules(bundle.code, folder) > 0]).toEqual([folder, true]);
    }
  });

  it.each(outside)('does not hold %s', (name) => {
    expect(modules(bundle.code, `./node_modules/${name}`)).toBe(0);
  });

  it('holds none of our schemas and tasks and none of the outer layers', () => {
    const layers = [
      'core/schemas',
      'core/tasks',
      'activities',
      'store',
      'llm',
      'sandbox',
      'datasets',
      'engine',
    ];
    expect(layers.filter((folder) => modules(bundle.code, `./${folder}`) > 0)).toEqual([]);
  });

  it('holds no schema of a kind of work, and not the full table of kinds', () => {
    const files = [...new Set(bundle.code.match(/\.\/core\/kinds\/[\w/-]+\.ts/g))];
    expect(files).toContain('./core/kinds/search/outcome.ts');
    expect(files.filter((file) => /\/(kinds|schema)\.ts$/.test(file))).toEqual([]);
  });

  it('stays small', () => {
    // Without its source map, which is twice as long and costs a cached workflow nothing.
    const [code = ''] = bundle.code.split('//# sourceMappingURL=');
    expect(code.length).toBeLessThan(982_000);
  });
});
