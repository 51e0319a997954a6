import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

/** At a time; larger regions are read in overlapping parts. */
const chunkBytes = 8 * 1024 * 1024;
/** Not memory of the process, or not readable by anybody. */
const unreadable = ['[vvar]', '[vvar_vclock]', '[vsyscall]'] as const;

interface Region {
  readonly from: bigint;
  readonly bytes: number;
}

function regionsOf(pid: number): readonly Region[] {
  return readFileSync(`/proc/${pid}/maps`, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const match = /^([0-9a-f]+)-([0-9a-f]+) (r)/.exec(line);
      const [, from, to] = match ?? [];
      if (from === undefined || to === undefined) return [];
      if (unreadable.some((name) => line.endsWith(name))) return [];
      const start = BigInt(`0x${from}`);
      return [{ from: start, bytes: Number(BigInt(`0x${to}`) - start) }];
    });
}

/** Copies of `wanted` in a part of memory, and how much of it could be read. */
function searchRegion(
  file: number,
  { from, bytes }: Region,
  wanted: Buffer,
): { copies: number; read: number } {
  const buffer = Buffer.alloc(chunkBytes);
  let copies = 0;
  let read = 0;
  for (let offset = 0; offset < bytes; offset += chunkBytes - wanted.length) {
    let got = 0;
    try {
      const length = Math.min(chunkBytes, bytes - offset);
      got = readSync(file, buffer, { length, position: from + BigInt(offset) });
    } catch {
      return { copies, read }; // a hole, or gone meanwhile
    }
    const part = buffer.subarray(0, got);
    for (let at = part.indexOf(wanted); at >= 0; at = part.indexOf(wanted, at + 1)) copies += 1;
    read += got;
    if (got < chunkBytes) break;
  }
  return { copies, read };
}

export interface MemorySearch {
  /** Nothing can be said of a process of which nothing was read. */
  readonly readBytes: number;
  readonly copies: number;
}

/** Needs root, or a traceable process of this user. @throws what reading /proc/PID/maps or opening /proc/PID/mem throws */
export function searchMemory(pid: number, text: string): MemorySearch {
  const wanted = Buffer.from(text, 'latin1');
  const regions = regionsOf(pid);
  const file = openSync(`/proc/${pid}/mem`, 'r');
  try {
    let copies = 0;
    let readBytes = 0;
    for (const region of regions) {
      const found = searchRegion(file, region, wanted);
      copies += found.copies;
      readBytes += found.read;
    }
    return { copies, readBytes };
  } finally {
    closeSync(file);
  }
}
