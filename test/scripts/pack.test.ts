import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { builtCli } from '../../laboratory/home/built-cli';
import { copyPackage } from '../harness/package-copy';

const root = resolve(__dirname, '../..');

const node = (...args: readonly string[]) =>
  spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  });

/** Says whether V8 took what was compiled beforehand, and then runs the program. */
const run = (folder: string) =>
  node(
    '-e',
    `const { loadPacked } = require('${folder}/config/load-packed.js');
     const packed = loadPacked('${folder}/cli/main.packed.js');
     process.stdout.write(packed.script.cachedDataRejected ? 'rejected ' : 'taken ');
     packed.run();`,
  );

const pack = (folder: string) => node(join(root, 'scripts', 'pack.mjs'), folder);

const packedFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.includes('.packed.'),
  );

describe('what the build packs of a program', () => {
  const temporary: string[] = [];
  afterEach(() => {
    for (const folder of temporary.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  /** Ends as the build expects of the commands that it runs. */
  const asExpected = 'process.exitCode = process.argv.includes("show") ? 2 : 0;';

  /** A built folder with nothing in it but such modules. */
  function folderWith(modules: Readonly<Record<string, string>>): string {
    const folder = mkdtempSync(join(tmpdir(), 'espalier-pack-'));
    temporary.push(folder, `${folder}-moved`, `${folder}-link`);
    for (const [name, text] of Object.entries(modules)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), `"use strict";\n${text}`);
    }
    const loader = join('config', 'load-packed.js');
    cpSync(join(dirname(dirname(builtCli())), loader), join(folder, loader));
    return folder;
  }

  const modules = {
    'cli/command-program.js': `${asExpected}
      const { said } = require('../deep/in/place.js');
      import('../late.js').then(({ late }) => process.stdout.write([...said, late].join(' ')));`,
    'deep/in/place.js': 'exports.said = [__dirname, __filename];',
    'late.js': 'exports.late = "late";',
  };

  it.each([
    ['by its own name', (folder: string) => folder],
    [
      'through a link',
      (folder: string) => {
        symlinkSync(folder, `${folder}-link`);
        return `${folder}-link`;
      },
    ],
  ])('keeps the places of its files when the folder, named %s, is moved', (_, named) => {
    const made = folderWith(modules);
    expect(pack(named(made))).toMatchObject({ stderr: '', status: 0 });
    const folder = `${made}-moved`;
    renameSync(made, folder);
    rmSync(join(folder, 'late.js'));
    rmSync(join(folder, 'deep'), { recursive: true });
    const place = join(folder, 'deep', 'in');
    expect(run(folder).stdout).toBe(['taken', place, join(place, 'place.js'), 'late'].join(' '));
  });

  it('shows no folder that is gone in a trace', () => {
    const fault = 'if (!process.argv[1]) throw new Error("a fault of its own");';
    const made = folderWith({ 'cli/command-program.js': asExpected + fault });
    expect(pack(made)).toMatchObject({ stderr: '', status: 0 });
    const folder = `${made}-moved`;
    renameSync(made, folder);
    const { stdout, stderr } = run(folder);
    expect(stdout).toBe('taken ');
    expect(stderr).toMatch(/a fault of its own\n\s+at espalier\/main\.packed\.js:\d+:\d+\n/);
    expect(stderr.split(`${made}/`)).toHaveLength(1);
  });

  it.each([
    ['a module that is missing', 'require("../nowhere.js");', 'nowhere.js'],
    ['a fault as it runs', 'throw new Error("a fault of its own");', 'a fault of its own'],
    [
      'a command that comes to something else',
      'process.stderr.write("no store"); process.exitCode = 3;',
      '`cli/main.js --help` ended with 3: no store',
    ],
  ])('is not left with %s, whose words are shown', (_, text, words) => {
    const folder = folderWith({ 'cli/command-program.js': text });
    const { status, stderr } = pack(folder);
    expect(status).toBe(1);
    expect(stderr).toContain(words);
    expect(packedFiles(folder)).toEqual([]);
  });
});

describe('the programs as they are built', () => {
  const built = (): string => dirname(dirname(builtCli()));

  it('start from what was compiled beforehand', () => {
    expect(run(built()).stdout).toMatch(/^taken /);
  });

  it('say what their modules say, which run where nothing is packed', () => {
    const copy = copyPackage(packedFiles(built()));
    try {
      expect(existsSync(copy.cli)).toBe(true);
      expect(packedFiles(join(copy.folder, 'dist'))).toEqual([]);
      for (const typed of [['--help'], ['dataset', 'check', 'bundled']]) {
        const packed = node(builtCli(), ...typed);
        expect(packed.status).toBe(0);
        expect(node(copy.cli, ...typed)).toMatchObject({ stdout: packed.stdout, status: 0 });
      }
    } finally {
      copy.dispose();
    }
  });

  it('are four, each with what was compiled of it beforehand', () => {
    const programs = ['cli/main', 'lab/supervision/supervisor-main'];
    const services = ['workers/model-server-main', 'workers/worker-main'];
    const node = [process.version, process.platform, process.arch].join('-');
    const files = [...programs, ...services].flatMap((name) =>
      ['js', `${node}.compiled`].map((ending) => `${name}.packed.${ending}`),
    );
    expect([...packedFiles(built())].sort()).toEqual(files.sort());
  });

  it('require nothing of other packages that can be imported only', () => {
    const packs = packedFiles(built()).filter((name) => name.endsWith('.js'));
    const texts = packs.map((name) => readFileSync(join(built(), name), 'utf8'));
    const required = texts.flatMap((text) =>
      [...text.matchAll(/\brequire\("([^."][^"]*)"\)/g)].map(([, name]) => name),
    );
    const names = [...new Set(required)].filter((name) => name?.startsWith('node:') === false);
    expect(names).toEqual(expect.arrayContaining(['@temporalio/client', '@temporalio/worker']));
    const code = `for (const name of ${JSON.stringify(names)}) require(name)`;
    expect(node('-e', code)).toMatchObject({ status: 0 });
  });
});
