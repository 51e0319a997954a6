import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(__dirname, '../..');

/** Paths that `npm run test:fast -- <typed>` would run. */
function listed(...typed: readonly string[]): readonly string[] {
  const args = ['run', '--silent', 'test:fast', '--', '--listTests', ...typed];
  const { stdout } = spawnSync('npm', args, { cwd: root, encoding: 'utf8' });
  return stdout.trim().split('\n');
}

describe('npm run test:fast', () => {
  it('runs the named folder alone, without the tests that need something', () => {
    const paths = listed('test/cli/');
    expect(paths.length).toBeGreaterThan(5);
    for (const path of paths) {
      expect(path).toContain('/test/cli/');
      expect(path).not.toMatch(/\.(?:docker|temporal|sandbox)\.test\.ts$/);
    }
  });
});
