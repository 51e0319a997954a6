import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { NotReadyError } from '../../../core/errors';
import { loadGuestBundle, moduleName, pythonFolder } from '../../../sandbox/guest/bundle';

describe('the tools as they travel', () => {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-tools-'));
  beforeAll(() => {
    cpSync(pythonFolder(), folder, { recursive: true });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('hold every module by name and fit what the bootstrap accepts', () => {
    const { frame } = loadGuestBundle();
    const modules = JSON.parse(frame.subarray(4).toString('utf8')) as Record<string, string>;
    expect(Object.keys(modules)).toEqual(
      expect.arrayContaining(['sandbox_tools', 'sandbox_tools.supervisor']),
    );
    expect(frame.length).toBeLessThan(4 * 1024 * 1024);
  });

  it('have a hash that any change of any file changes', () => {
    const before = loadGuestBundle(folder).hash;
    expect(before).toBe(loadGuestBundle().hash);
    writeFileSync(join(folder, 'sandbox_tools', 'extra.py'), '');
    const withExtra = loadGuestBundle(folder).hash;
    writeFileSync(join(folder, 'bootstrap.py'), '# other');
    expect(new Set([before, withExtra, loadGuestBundle(folder).hash]).size).toBe(3);
  });

  it('name the package by its folder and the modules by their files', () => {
    expect([moduleName('__init__.py'), moduleName('judge.py')]).toEqual([
      'sandbox_tools',
      'sandbox_tools.judge',
    ]);
  });

  it('that are missing make the installation incomplete', () => {
    expect(() => pythonFolder(tmpdir())).toThrow(NotReadyError);
  });
});
