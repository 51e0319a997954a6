import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { builtCli } from '../harness/built-cli';
import { copyPackage } from '../harness/package-copy';

const root = resolve(__dirname, '../..');

const node = (...args: readonly string[]) =>
  spawnSync(process.execPath, args, { encoding: 'utf8', env: { PATH: process.env['PATH'] } });

/** A built folder with nothing in it but such modules. */
function folderWith(modules: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-pack-'));
  for (const [name, text] of Object.entries(modules)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), `"use strict";\n${text}`);
  }
  const loader = join('cli', 'load-packed.js');
  cpSync(join(dirname(builtCli()), 'load-packed.js'), join(folder, loader));
  return folder;
}

const pack = (folder: string) => node(join(root, 'scripts', 'pack-cli.mjs'), folder);

const run = (folder: string) =>
  node('-e', `require('${folder}/cli/load-packed.js').loadPacked('${folder}/cli/packed.js').run()`);

describe('what the build packs of a command line', () => {
  const modules = {
    'cli/entry.js': `
      const said = require('../deep/in/place.js').said;
      import('../late.js').then(({ late }) => process.stdout.write([...said, late].join(' ')));`,
    'deep/in/place.js': 'exports.said = [__dirname, __filename];',
    'late.js': 'exports.late = "late";',
  };

  it('keeps the places of its files, also when the folder is moved, and what is imported late', () => {
    const made = folderWith(modules);
    expect(pack(made)).toMatchObject({ stderr: '', status: 0 });
    const folder = `${made}-moved`;
    renameSync(made, folder);
    rmSync(join(folder, 'late.js'));
    rmSync(join(folder, 'deep'), { recursive: true });
    const place = join(folder, 'deep', 'in');
    expect(run(folder).stdout).toBe([place, join(place, 'place.js'), 'late'].join(' '));
    expect(existsSync(join(folder, 'cli', 'packed.compiled'))).toBe(true);
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['a module that is missing', 'require("../nowhere.js");', 'nowhere.js'],
    ['a fault as it runs', 'throw new Error("a fault of its own");', 'a fault of its own'],
  ])('is not made with %s, whose words are shown', (_, text, words) => {
    const folder = folderWith({ 'cli/entry.js': text });
    const { status, stderr } = pack(folder);
    expect(status).not.toBe(0);
    expect(stderr).toContain(words);
    expect(existsSync(join(folder, 'cli', 'packed.compiled'))).toBe(false);
    rmSync(folder, { recursive: true });
  });
});

describe('the command line as it is built', () => {
  const rejected = (file: string): string =>
    node(
      '-p',
      `const { loadPacked } = require('${dirname(file)}/load-packed.js'); loadPacked('${file}').script.cachedDataRejected`,
    ).stdout.trim();

  it('starts from what was compiled beforehand', () => {
    expect(rejected(join(dirname(builtCli()), 'packed.js'))).toBe('false');
  });

  it('says what its modules say, which are there without the pack', () => {
    const copy = copyPackage(['cli/packed.js']);
    try {
      const packed = node(builtCli(), '--help');
      expect(packed).toMatchObject({ stderr: '', status: 0 });
      expect(node(copy.cli, '--help')).toMatchObject({ stdout: packed.stdout, status: 0 });
    } finally {
      copy.dispose();
    }
  });
});
