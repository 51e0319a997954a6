import { promises as fs } from 'node:fs';
import * as path from 'node:path';

import { interpreterFolder } from '../../core/repository/interpreter';
import type { SnapshotEntry } from '../intake/snapshot';
import { encodeTar } from '../tar';
import type { InterpreterFacts } from './ask-interpreter';
import { byteCodeOf } from './byte-code';

/** Raise this number when another set of files is packed. */
export const packing = 2;

/** Folders of the standard library that no project runs, or that belong to the machine. */
const leftOut =
  /^(?:test|idlelib|tkinter|lib-tk|turtledemo|ensurepip|site-packages|dist-packages|config(?:-.*)?)$/;
const testsBelow =
  /^(?:lib2to3|distutils|unittest|sqlite3|ctypes|json|email|bsddb)\/(?:tests?|idlelib)$/;
const leftOutFile =
  /\.(?:a|o|pyc|pyo)$|^EXTERNALLY-MANAGED$|^sitecustomize\.py$|^usercustomize\.py$/;

/** Its shared library would not be found where cells unpack it. */
export class InterpreterNotMovableError extends Error {}

/**
 * An interpreter as a tar: `bin`, `lib` with its byte code, and the headers. Tests and what belongs to the machine are left out.
 * Equal files give equal bytes.
 * @throws InterpreterNotMovableError
 */
export async function packInterpreter(facts: InterpreterFacts): Promise<Iterable<Buffer>> {
  const name = `python${facts.version.split('.').slice(0, 2).join('.')}`;
  const entries: SnapshotEntry[] = [
    file(`bin/${name}`, movable(await fs.readFile(facts.program), facts), true),
    { kind: 'link', path: 'bin/python', target: name },
    { kind: 'link', path: `bin/python${facts.version[0]}`, target: name },
  ];
  if (facts.shared !== null) {
    const content = await firstOf(facts.sharedFolders, facts.shared);
    entries.push(file(`lib/${facts.shared}`, content, true));
  }
  await takeFolder(facts.library, `lib/${name}`, facts, entries);
  entries.push(...(await byteCodeOf(entries, facts)));
  await takeFolder(facts.headers, `include/${path.basename(facts.headers)}`, facts, entries);
  return encodeTar(entries);
}

function file(place_: string, content: Buffer, executable: boolean): SnapshotEntry {
  return { kind: 'file', path: place_, executable, content };
}

async function firstOf(folders: readonly string[], name: string): Promise<Buffer> {
  for (const folder of folders.filter(Boolean)) {
    const content = await fs.readFile(path.join(folder, name)).catch(() => null);
    if (content !== null) return content;
  }
  throw new InterpreterNotMovableError(`${name} is not in ${folders.join(' nor ')}`);
}

async function takeFolder(
  root: string,
  at: string,
  facts: InterpreterFacts,
  entries: SnapshotEntry[],
): Promise<void> {
  const waiting = [''];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const names = await fs.readdir(path.join(root, folder)).catch(() => []);
    for (const name of names) {
      const below = folder === '' ? name : `${folder}/${name}`;
      const full = path.join(root, below);
      // Links are followed: what they lead to may lie elsewhere on the machine.
      const found = await fs.stat(full).catch(() => null);
      if (found?.isDirectory()) {
        const skip = name === '__pycache__' || testsBelow.test(below);
        if (!skip && (folder !== '' || !leftOut.test(name))) waiting.push(below);
      } else if (found?.isFile() && !leftOutFile.test(name)) {
        const content = await fs.readFile(full);
        const told = name.startsWith('_sysconfigdata') ? moved(content, facts) : content;
        entries.push(file(`${at}/${below}`, told, (found.mode & 0o100) !== 0));
      }
    }
  }
}

/** What builds of C modules are told of folders. */
function moved(content: Buffer, { prefix }: InterpreterFacts): Buffer {
  if (prefix === '/usr' || prefix === '/usr/local') return content;
  return Buffer.from(content.toString('utf8').replaceAll(prefix, interpreterFolder));
}

/**
 * The program, with the folder of its shared library replaced where the program holds it (DT_RUNPATH): an absolute path, as boxes
 * may have no /proc, which `$ORIGIN` needs.
 */
function movable(program: Buffer, { shared, sharedFolders }: InterpreterFacts): Buffer {
  if (shared === null) return program;
  const wanted = Buffer.from(`${interpreterFolder}/lib\0`);
  for (const folder of sharedFolders.filter(Boolean)) {
    const held = Buffer.from(`\0${folder}\0`);
    const at = program.indexOf(held);
    if (at < 0 || folder.length < wanted.length - 1) continue;
    const changed = Buffer.from(program);
    changed.fill(0, at + 1, at + 1 + folder.length);
    wanted.copy(changed, at + 1);
    return changed;
  }
  if (program.includes('$ORIGIN/../lib')) return program;
  throw new InterpreterNotMovableError(
    `its shared library ${shared} is found by a path that cannot be replaced`,
  );
}
