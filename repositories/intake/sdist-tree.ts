import { promises as fs } from 'node:fs';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

import { IntakeFailure } from './intake-failure';
import { pathTrouble, sortLinks } from './safe-path';
import { type IntakeLimits, nothingNamed, type SnapshotEntry, type Tree } from './snapshot';
import { decodeTar, type TarMember } from '../tar';

const unpack = promisify(gunzip);

/**
 * The tree in a source distribution (`.tar.gz`), without the folder that holds it all.
 * @throws IntakeFailure for a bomb, a cut archive, and one with a path that leads out: such an archive is not taken in part
 */
export async function readSdistTree(file: string, limits: IntakeLimits): Promise<Tree> {
  // What tar adds per file, and no more: the first byte beyond ends the unpacking.
  const most = limits.mostBytes + limits.mostFiles * 1536 + 10_240;
  const data = await unpack(await fs.readFile(file), { maxOutputLength: most }).catch(
    (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ERR_BUFFER_TOO_LARGE')
        throw new IntakeFailure('too_large', `unpacks to more than ${most} bytes`, false, {
          cause,
        });
      throw new IntakeFailure('sdist_failed', `cannot be unpacked: ${cause.message}`, false, {
        cause,
      });
    },
  );
  const entries: SnapshotEntry[] = [];
  const special: string[] = [];
  const leftOut: { path: string; why: string }[] = [];
  const seen = new Set<string>();
  for (const member of members(data)) {
    const [, ...rest] = member.path.replace(/\/$/, '').replace(/^\.\//, '').split('/');
    const path = rest.join('/');
    if (pathTrouble(member.path.replace(/\/$/, '').replace(/^\.\//, '')) !== null) {
      throw new IntakeFailure(
        'sdist_failed',
        `the archive holds the path ${JSON.stringify(member.path.slice(0, 200))}`,
      );
    }
    if (path === '' || member.kind === 'folder') continue;
    if (seen.has(path)) throw new IntakeFailure('sdist_failed', `the archive holds ${path} twice`);
    seen.add(path);
    if (entries.length >= limits.mostFiles)
      throw new IntakeFailure('too_large', `more than ${limits.mostFiles} files`);
    if (member.kind === 'link') entries.push({ kind: 'link', path, target: member.target });
    else if (member.kind === 'other') special.push(path);
    else if (member.content.length > limits.mostFileBytes)
      leftOut.push({ path, why: `${member.content.length} bytes` });
    else
      entries.push({ kind: 'file', path, executable: member.executable, content: member.content });
  }
  const { kept, refused } = sortLinks(entries);
  return { entries: kept, named: { ...nothingNamed, links: refused, special, leftOut } };
}

function* members(data: Buffer): Generator<TarMember> {
  try {
    yield* decodeTar(data);
  } catch (cause) {
    throw new IntakeFailure(
      'sdist_failed',
      `no archive: ${cause instanceof Error ? cause.message : String(cause)}`,
      false,
      { cause },
    );
  }
}
