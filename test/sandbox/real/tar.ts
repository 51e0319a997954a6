import { createHash } from 'node:crypto';

import type { RepositoryArchive } from '../../../core/adapters/repository';

export interface TarEntry {
  readonly name: string;
  readonly content?: string | Buffer;
  /** As tar has it: 0 file, 1 second name, 2 link, 3 device, 5 folder, 6 queue. */
  readonly type?: '0' | '1' | '2' | '3' | '5' | '6';
  readonly target?: string;
  readonly mode?: number;
}

const block = 512;

function entry({ name, content = '', type = '0', target = '', mode = 0o644 }: TarEntry): Buffer {
  const body = Buffer.from(content);
  const header = Buffer.alloc(block);
  const octal = (value: number, at: number, length: number): void => {
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  };
  header.write(name, 0, 100, 'utf8');
  octal(mode, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(body.length, 124, 12);
  octal(1_000_000_000, 136, 12);
  header.write(' '.repeat(8), 148, 'latin1');
  header.write(type, 156, 'latin1');
  header.write(target, 157, 100, 'utf8');
  header.write('ustar\0' + '00', 257, 'latin1');
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  );
  return Buffer.concat([header, body, Buffer.alloc((block - (body.length % block)) % block)]);
}

/** A tar of these entries, whatever they are. */
export function tarOf(entries: readonly TarEntry[]): Buffer {
  return Buffer.concat([...entries.map(entry), Buffer.alloc(2 * block)]);
}

export function archiveOf(bytes: Buffer, at = ''): RepositoryArchive {
  const hash = createHash('sha256').update(bytes).digest('hex');
  return {
    hash,
    at,
    open: async function* () {
      yield bytes;
    },
  };
}
