import type { SnapshotEntry } from './intake/snapshot';

const block = 512;

/** Orders names by their bytes, as every tool here does. */
export function byBytes(a: { readonly path: string }, b: { readonly path: string }): number {
  return Buffer.compare(Buffer.from(a.path), Buffer.from(b.path));
}

/** A tar of entries, sorted, without times and owners: equal trees give equal bytes. */
export function* encodeTar(entries: readonly SnapshotEntry[]): Generator<Buffer> {
  for (const entry of [...entries].sort(byBytes)) {
    const link = entry.kind === 'link' ? entry.target : '';
    const long: [string, string][] = [];
    if (!fits(entry.path)) long.push(['path', entry.path]);
    if (!fits(link)) long.push(['linkpath', link]);
    if (long.length > 0) {
      const records = Buffer.concat(long.map(([key, value]) => paxRecord(key, value)));
      yield header('././@PaxHeader', 'x', records.length, 0o644, '');
      yield padded(records);
    }
    const content = entry.kind === 'file' ? entry.content : Buffer.alloc(0);
    const mode = entry.kind === 'link' ? 0o777 : entry.executable ? 0o755 : 0o644;
    yield header(entry.path, entry.kind === 'link' ? '2' : '0', content.length, mode, link);
    if (content.length > 0) yield padded(content);
  }
  yield Buffer.alloc(2 * block);
}

function fits(name: string): boolean {
  return Buffer.byteLength(name) <= 100 && /^[\x20-\x7e]*$/.test(name);
}

function padded(content: Buffer): Buffer {
  const rest = content.length % block;
  return rest === 0 ? content : Buffer.concat([content, Buffer.alloc(block - rest)]);
}

function paxRecord(key: string, value: string): Buffer {
  const body = Buffer.from(` ${key}=${value}\n`);
  let length = body.length + 1;
  while (String(length).length + body.length !== length)
    length = String(length).length + body.length;
  return Buffer.concat([Buffer.from(String(length)), body]);
}

function header(name: string, type: string, size: number, mode: number, link: string): Buffer {
  const out = Buffer.alloc(block);
  const put = (text: string, at: number, most: number): void =>
    void Buffer.from(text).copy(out, at, 0, most);
  put(name, 0, 100);
  put(`${mode.toString(8).padStart(7, '0')}\0`, 100, 8);
  put('0000000\0', 108, 8);
  put('0000000\0', 116, 8);
  put(`${size.toString(8).padStart(11, '0')}\0`, 124, 12);
  put('00000000000\0', 136, 12);
  put('        ', 148, 8);
  put(type, 156, 1);
  put(link, 157, 100);
  put('ustar\x0000', 257, 8);
  const sum = out.reduce((total, byte) => total + byte, 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 8);
  return out;
}

/** A member of a foreign archive, as it names itself: nothing of it is trusted. */
export interface TarMember {
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  readonly target: string;
  readonly executable: boolean;
  readonly content: Buffer;
}

/** Knows ustar, pax, GNU's long names. @throws RangeError when it is none, is cut off, or a member claims too much */
export function* decodeTar(data: Buffer): Generator<TarMember> {
  let at = 0;
  let pax: Record<string, string> = {};
  let longName: string | null = null;
  let longLink: string | null = null;
  while (at + block <= data.length) {
    const head = data.subarray(at, at + block);
    if (head.every((byte) => byte === 0)) return;
    checkSum(head);
    const size = number(head, 124, 12);
    const content = data.subarray(at + block, at + block + size);
    if (content.length < size) throw new RangeError('the archive is cut off');
    at += block + Math.ceil(size / block) * block;
    const type = String.fromCharCode(head[156] ?? 0);
    if (type === 'g') continue;
    if (type === 'x') pax = paxRecords(content);
    else if (type === 'L') longName = text(content, 0, content.length);
    else if (type === 'K') longLink = text(content, 0, content.length);
    else {
      const prefix = text(head, 257, 5) === 'ustar' ? text(head, 345, 155) : '';
      const own = text(head, 0, 100);
      const path = pax['path'] ?? longName ?? (prefix ? `${prefix}/${own}` : own);
      const target = pax['linkpath'] ?? longLink ?? text(head, 157, 100);
      const kind =
        ({ '0': 'file', '\0': 'file', '7': 'file', '5': 'folder', '2': 'link' } as const)[type] ??
        'other';
      yield { path, kind, target, executable: (number(head, 100, 8) & 0o100) !== 0, content };
      pax = {};
      longName = longLink = null;
    }
  }
}

function text(from: Buffer, start: number, length: number): string {
  const part = from.subarray(start, start + length);
  const end = part.indexOf(0);
  return part.subarray(0, end === -1 ? part.length : end).toString('utf8');
}

function number(from: Buffer, start: number, length: number): number {
  if ((from[start] ?? 0) & 0x80) throw new RangeError('a number in base 256');
  const digits = text(from, start, length).trim();
  if (!/^[0-7]*$/.test(digits)) throw new RangeError('a number that is none');
  return digits === '' ? 0 : Number.parseInt(digits, 8);
}

function checkSum(head: Buffer): void {
  const told = number(head, 148, 8);
  const sum = head.reduce(
    (total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte),
    0,
  );
  if (sum !== told) throw new RangeError('no tar: the sum of a header is wrong');
}

function paxRecords(content: Buffer): Record<string, string> {
  const found: Record<string, string> = {};
  let at = 0;
  while (at < content.length) {
    const space = content.indexOf(32, at);
    const length = Number(content.subarray(at, space).toString('latin1'));
    if (space === -1 || !Number.isInteger(length) || length <= 0 || at + length > content.length)
      throw new RangeError('a pax record that is none');
    const [key = '', ...rest] = content
      .subarray(space + 1, at + length - 1)
      .toString('utf8')
      .split('=');
    if (key === 'path' || key === 'linkpath') found[key] = rest.join('=');
    if (key === 'size') throw new RangeError('a file of more than 8 GiB');
    at += length;
  }
  return found;
}
