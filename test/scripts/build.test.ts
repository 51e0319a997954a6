import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findPackageRoot } from '../../config/package-root';
import { builtCliOf } from '../../laboratory/home/built-cli';

/** A checkout in which this program is the compiler. null: there is none. */
function checkout(compiler: string | null): string {
  const root = mkdtempSync(join(tmpdir(), 'espalier-build-'));
  made.push(root);
  mkdirSync(join(root, 'scripts'));
  copyFileSync(join(findPackageRoot(), 'scripts', 'build.mjs'), join(root, 'scripts', 'build.mjs'));
  const typescript = join(root, 'node_modules', 'typescript');
  mkdirSync(join(typescript, 'bin'), { recursive: true });
  if (compiler === null) return root;
  writeFileSync(join(typescript, 'package.json'), '{"name": "typescript", "version": "1.0.0"}');
  writeFileSync(join(typescript, 'bin', 'tsc'), compiler);
  return root;
}

function build(root: string, variables: Readonly<Record<string, string>> = {}) {
  const unset = { npm_command: undefined, npm_lifecycle_event: undefined };
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs', '--if-stale'], {
    cwd: root,
    env: { ...process.env, ...unset, ...variables },
    encoding: 'utf8',
  });
  return { status, stderr };
}

const made: string[] = [];
afterAll(() => {
  for (const root of made) rmSync(root, { recursive: true, force: true });
});

const failing = `console.error('x.ts(1,1): error'); process.exit(2);`;

describe('a build that fails', () => {
  it.each([
    ['typed by a person', {}],
    ['of npm run build', { npm_command: 'run', npm_lifecycle_event: 'build' }],
    ['asked for by a program that npx runs', { npm_command: 'exec', npm_lifecycle_event: 'npx' }],
    ['at npm ci', { npm_command: 'ci', npm_lifecycle_event: 'prepare' }],
  ])('ends with an error and leaves no dist: %s', (_, variables) => {
    const root = checkout(failing);
    const { status, stderr } = build(root, variables);
    expect(status).toBe(1);
    expect(stderr).toContain('the build failed, dist/ is left as it was');
    expect(existsSync(join(root, 'dist'))).toBe(false);
  });

  it('keeps tests from running the command of the build before it', () => {
    const root = checkout(failing);
    mkdirSync(join(root, 'dist', 'cli'), { recursive: true });
    writeFileSync(join(root, 'dist', '.built'), '{"files": 1, "at": 0, "node": "v20.0.0"}');
    writeFileSync(join(root, 'dist', 'cli', 'main.js'), 'old');
    expect(() => builtCliOf(root)).toThrow('x.ts(1,1): error');
  });

  it('does not keep npx from linking the checkout', () => {
    const variables = { npm_command: 'exec', npm_lifecycle_event: 'prepare' };
    expect(build(checkout(failing), variables).status).toBe(0);
  });

  it('is one without a compiler, but not for an installation without development packages', () => {
    const root = checkout(null);
    expect(build(root)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('TypeScript is not installed') as string,
    });
    expect(build(root, { npm_command: 'ci', npm_lifecycle_event: 'prepare' }).status).toBe(0);
  });
});

describe('a build after one that was killed', () => {
  it('removes what that one left, and nothing else', () => {
    const root = checkout(failing);
    for (const name of ['dist.new-123', 'dist.old-45', 'dist.new-mine']) {
      mkdirSync(join(root, name));
    }
    build(root);
    expect(readdirSync(root).filter((name) => name.startsWith('dist'))).toEqual(['dist.new-mine']);
  });
});
