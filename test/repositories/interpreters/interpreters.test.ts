import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import {
  findInterpreter,
  InterpreterNotMovableError,
  interpreterVersions,
  packInterpreter,
} from '../../../repositories';
import type { InterpreterFacts } from '../../../repositories';
import { byteCodeOf } from '../../../repositories/interpreters/byte-code';

const root = mkdtempSync(join(tmpdir(), 'pythons-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A program that answers as an interpreter of this version does. */
function put(place: string, name: string, facts: object | string): void {
  const folder = join(root, place);
  mkdirSync(folder, { recursive: true });
  const text = typeof facts === 'string' ? facts : JSON.stringify(facts);
  writeFileSync(join(folder, name), `#!/bin/sh\necho '${text}'\n`);
  chmodSync(join(folder, name), 0o755);
}

const says = (version: string) => ({
  version,
  final: true,
  cpython: true,
  prefix: `/p/${version}`,
});
const places = { path: join(root, 'bin'), home: join(root, 'home'), more: join(root, 'more') };

describe('interpreters of this machine', () => {
  beforeAll(() => {
    put('bin', 'python3.9', says('3.9.2'));
    put('bin', 'python3', says('3.9.99'));
    put('bin', 'python3.11', { ...says('3.11.0'), final: false });
    put('home/.pyenv/versions/3.9.18/bin', 'python3.9', says('3.9.18'));
    put('home/.local/share/uv/python/x/bin', 'python3.10', says('3.10.1'));
    put('more/bin', 'python3.8', 'not at all');
  });

  it.each([
    ['3.9', '3.9.18'],
    ['3.9.2', '3.9.2'],
    ['3.10', '3.10.1'],
  ])('%s is %s', async (wanted, found) => {
    expect(await findInterpreter(places, wanted)).toMatchObject({ version: found });
  });

  it.each(['3.9.3', '3.7', '3.8', '3.11', '3.1'])('%s is not there', async (wanted) => {
    expect(await findInterpreter(places, wanted)).toBeNull();
  });

  it('are listed by their names', async () => {
    expect(await interpreterVersions(places)).toEqual(['3.8', '3.9', '3.10', '3.11']);
  });
});

describe('an interpreter as an archive', () => {
  const library = join(root, 'lib', 'python3.9');
  const facts: InterpreterFacts = {
    ...{ version: '3.9.18', prefix: root, program: join(root, 'program'), library },
    ...{ headers: join(root, 'none'), shared: null, sharedFolders: [], modules: [] },
  };
  const packed = async (more: Partial<InterpreterFacts> = {}): Promise<string> =>
    Buffer.concat([...(await packInterpreter({ ...facts, ...more }))]).toString('latin1');

  beforeAll(() => {
    for (const folder of ['test', 'json', 'site-packages', '__pycache__', 'lib2to3/tests']) {
      mkdirSync(join(library, folder), { recursive: true });
      writeFileSync(join(library, folder, 'one.py'), `of ${folder}`);
    }
    writeFileSync(join(library, '_sysconfigdata_x.py'), `prefix = '${root}/lib'`);
    writeFileSync(join(root, 'program'), `\0${root}/lib\0`);
    writeFileSync(join(root, 'libpython.so'), 'shared');
  });

  it('holds the program and the library without tests and what belongs to the machine', async () => {
    const text = await packed();
    for (const held of [
      'bin/python3.9',
      'lib/python3.9/json/one.py',
      "prefix = '/srv/interpreter/lib'",
    ]) {
      expect(text).toContain(held);
    }
    expect(text).not.toMatch(/of (?:test|site-packages|__pycache__|lib2to3)/);
    expect(await packed()).toBe(text);
  });

  it('brings byte code that holds whatever the times of its files are', async () => {
    const python = '/usr/bin/python3';
    const { stdout } = await promisify(execFile)(python, [
      '-c',
      'print("%d.%d" % __import__("sys").version_info[:2])',
    ]);
    const entry = {
      ...({ kind: 'file', path: 'lib/a/one.py', executable: false } as const),
      content: Buffer.from('def one(): return 1\n'),
    };
    const wrong = { ...entry, path: 'lib/wrong.py', content: Buffer.from('def') };
    const of = { program: python, version: `${stdout.trim()}.0` };
    const compiled = await byteCodeOf([entry, wrong], of);
    expect(compiled.map((one) => one.path)).toEqual([
      expect.stringMatching(/^lib\/a\/__pycache__\/one\.cpython-\d+\.pyc$/),
    ]);
    const [one] = compiled;
    const content = one?.kind === 'file' ? one.content : Buffer.alloc(0);
    // PEP 552: bound to a hash, which is not checked.
    expect(content.readUInt32LE(4)).toBe(1);
    expect(content.toString('latin1')).toContain('/srv/interpreter/lib/a/one.py');
    expect(await byteCodeOf([entry, wrong], of)).toEqual(compiled);
    expect(await byteCodeOf([entry], { ...of, version: '3.6.15' })).toEqual([]);
  });

  it('finds its shared library where it is unpacked', async () => {
    const shared = { shared: 'libpython.so', sharedFolders: [join(root, 'lib'), root] };
    const text = await packed(shared);
    expect(text).toContain('\0/srv/interpreter/lib\0');
    expect(text).toContain('lib/libpython.so');
  });

  it('is refused when the path of its shared library cannot be replaced', async () => {
    const shared = { shared: 'libpython.so', sharedFolders: ['/nowhere', root] };
    await expect(packed(shared)).rejects.toThrow(InterpreterNotMovableError);
  });
});
