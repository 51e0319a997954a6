import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(__dirname, '../..');

describe('the tests of a changed source', () => {
  it('are found by jest, with those that import it through another file', () => {
    const flags = ['--listTests', '--findRelatedTests', 'llm/failures/retry-after.ts'];
    const args = ['node_modules/jest/bin/jest.js', ...flags];
    const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    expect(stdout).toContain('/test/llm/failures/retry-after.test.ts');
    expect(stdout).toContain('/test/llm/model-client-failures.test.ts');
    expect(stdout).not.toContain('/test/core/statistics/');
  });
});
