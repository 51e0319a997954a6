import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { findPackageRoot } from '../../config/package-root';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-root-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the root of our package', () => {
  it('is this checkout, seen from the sources', () => {
    expect(findPackageRoot()).toBe(resolve(__dirname, '../..'));
  });

  it('is the folder above dist, passing by the package files of others', () => {
    const inner = join(folder, 'dist', 'config');
    mkdirSync(inner, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"name":"espalier"}');
    writeFileSync(join(folder, 'dist', 'package.json'), '{"type":"commonjs"}');
    writeFileSync(join(inner, 'package.json'), 'no JSON at all');
    expect(findPackageRoot(inner)).toBe(folder);
  });

  it('is missed with a remedy where there is none', () => {
    expect(() => findPackageRoot(folder)).toThrow(
      expect.objectContaining({
        code: 'PACKAGE_ROOT_MISSING',
        exitCode: 3,
        message: `no package.json of espalier in ${folder} or any folder above it`,
      }) as Error,
    );
  });
});
