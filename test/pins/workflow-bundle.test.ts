import type { WorkflowBundleWithSourceMap } from '@temporalio/worker';

import { kindsOfWork } from '../../core/kinds/kinds';
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

  it('holds the rows of every kind of work, and neither their schemas nor the full table', () => {
    const files = new Set(bundle.code.match(/\.\/core\/kinds\/[\w/-]+\.ts/g));
    const rows = Object.keys(kindsOfWork).map((kind) => `./core/kinds/${kind}/row.ts`);
    expect([...files]).toEqual(expect.arrayContaining(rows));
    expect([...files].filter((file) => /\/(kinds|schema)\.ts$/.test(file))).toEqual([]);
  });

  it('stays small', () => {
    // Without its source map, which is twice as long and costs a cached workflow nothing.
    const [code = ''] = bundle.code.split('//# sourceMappingURL=');
    expect(code.length).toBeLessThan(925_000);
  });
});
