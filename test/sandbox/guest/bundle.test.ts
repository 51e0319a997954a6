import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { NotReadyError } from '../../../core/errors/errors';
import { loadGuestBundle, moduleName, pythonFolder } from '../../../sandbox/guest/bundle';
import { encodeFrame } from '../../../sandbox/guest/frames';

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
      expect.arrayContaining(['sandbox_tools.__init__', 'sandbox_tools.main']),
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

  it('name modules by their path, and a folder by its own module', () => {
    const files = ['__init__.py', 'main.py', 'cell/__init__.py', 'cell/judge.py'];
    expect(files.map((file) => moduleName(file))).toEqual([
      'sandbox_tools.__init__',
      'sandbox_tools.main',
      'sandbox_tools.cell.__init__',
      'sandbox_tools.cell.judge',
    ]);
  });

  it('are importable, packages with their modules, from memory alone', () => {
    const sources = {
      'sandbox_tools.__init__': '',
      'sandbox_tools.main':
        'from sandbox_tools.inner import thing\nimport sandbox_tools.inner as p\ndef main(): print(thing.VALUE, hasattr(p, "__path__"), hasattr(thing, "__path__"))',
      'sandbox_tools.inner.__init__': '',
      'sandbox_tools.inner.thing': 'VALUE = 7',
    };
    const args = ['-I', '-c', loadGuestBundle().bootstrap];
    const { stdout, stderr } = spawnSync('python3', args, { input: encodeFrame(sources) });
    expect([stdout.toString(), stderr.toString()]).toEqual(['7 True False\n', '']);
  });

  it('that are missing make the installation incomplete', () => {
    expect(() => pythonFolder(tmpdir())).toThrow(NotReadyError);
  });
});
