import { byBytes, decodeTar, encodeTar } from '../../repositories/tar';
import type { TarMember } from '../../repositories/tar';
import type { SnapshotEntry } from '../../repositories/intake/snapshot';

const file = (path: string, content = '', executable = false): SnapshotEntry => ({
  ...{ kind: 'file', path, executable, content: Buffer.from(content) },
});
const link = (path: string, target: string): SnapshotEntry => ({ kind: 'link', path, target });
const tarOf = (...entries: readonly SnapshotEntry[]): Buffer =>
  Buffer.concat([...encodeTar(entries)]);
const membersOf = (data: Buffer): readonly TarMember[] => [...decodeTar(data)];

/** A member as a foreign program may write it: changes of the first header, whose sum is right again. */
function foreign(changes: readonly (readonly [text: string, at: number])[], content = ''): Buffer {
  const data = tarOf(file('name', content));
  for (const [text, at] of changes) data.write(text, at, 'latin1');
  data.write('        ', 148, 'latin1');
  const sum = data.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  data.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return data;
}
const withoutEnd = (data: Buffer): Buffer => data.subarray(0, -1024);

describe('a tar', () => {
  it('gives back files, links and what may be run, whatever their names and lengths', () => {
    const entries = [
      ...[0, 1, 511, 512, 513, 1024].map((length) =>
        file(`of-${String(length)}`, 'x'.repeat(length)),
      ),
      file('run.sh', '#!', true),
      file('a'.repeat(100), 'at the limit'),
      file(`${'b/'.repeat(50)}c`, 'beyond it'),
      file('ünd.py', 'not ASCII'),
      link('l', 'of-1'),
      link('m', 'd'.repeat(101)),
      link('é', 'ü'),
    ];
    const found = membersOf(tarOf(...entries)).map(({ kind, path, target, executable, content }) =>
      kind === 'link' ? { kind, path, target } : { kind, path, executable, content },
    );
    expect(found).toEqual([...entries].sort(byBytes));
  });

  it('is the same for the same entries in another order, which is that of the bytes of names', () => {
    const [upper, lower, accented] = [file('Z'), file('a'), file('é')];
    const data = tarOf(accented, lower, upper);
    expect(data.equals(tarOf(upper, accented, lower))).toBe(true);
    expect(membersOf(data).map(({ path }) => path)).toEqual(['Z', 'a', 'é']);
  });

  it('has the modes of a file, of a program and of a link', () => {
    const modeOf = (entry: SnapshotEntry): string =>
      tarOf(entry).subarray(100, 107).toString('latin1');
    expect([file('f'), file('p', '', true), link('l', 'f')].map(modeOf)).toEqual([
      ...['0000644', '0000755', '0000777'],
    ]);
  });

  it('ends with two empty blocks, and is read up to there', () => {
    const data = tarOf(file('f', 'x'));
    expect(data.length).toBe(4 * 512);
    expect(data.subarray(-1024).every((byte) => byte === 0)).toBe(true);
    expect(membersOf(Buffer.concat([data, tarOf(file('behind'))]))).toHaveLength(1);
  });
});

describe('a foreign tar', () => {
  it.each([
    ['0', 'file'],
    ['\0', 'file'],
    ['7', 'file'],
    ['5', 'folder'],
    ['2', 'link'],
    ['1', 'other'],
    ['3', 'other'],
  ])('has members of type %j that are a %s', (type, kind) => {
    expect(membersOf(foreign([[type, 156]]))).toMatchObject([{ path: 'name', kind }]);
  });

  it('has the front of a name in a place of its own, where it is a ustar', () => {
    const prefix = ['front/part', 345] as const;
    expect(membersOf(foreign([prefix]))[0]?.path).toBe('front/part/name');
    expect(membersOf(foreign([prefix, ['other', 257]]))[0]?.path).toBe('name');
  });

  it('has long names in the manner of GNU, each of the next member alone', () => {
    const longName = withoutEnd(foreign([['L', 156]], 'a/long/name'));
    const longLink = withoutEnd(foreign([['K', 156]], 'a/long/target\0'));
    const linked = withoutEnd(foreign([['2', 156]]));
    const found = membersOf(Buffer.concat([longName, longLink, linked, tarOf(link('n', 't'))]));
    expect(found).toMatchObject([
      { path: 'a/long/name', target: 'a/long/target', kind: 'link' },
      { path: 'n', target: 't', kind: 'link' },
    ]);
  });

  it('has pax records that hold for the next member alone, and others that say nothing here', () => {
    const long = `${'p/'.repeat(60)}q`;
    const everywhere = withoutEnd(foreign([['g', 156]], '15 path=global\n'));
    const found = membersOf(
      Buffer.concat([everywhere, withoutEnd(tarOf(file(long))), tarOf(file('short'))]),
    );
    expect(found.map(({ path }) => path)).toEqual([long, 'short']);
    const equals = withoutEnd(foreign([['x', 156]], '12 path=a=b\n'));
    const time = withoutEnd(foreign([['x', 156]], '11 mtime=1\n'));
    expect(membersOf(Buffer.concat([equals, tarOf(file('x'))]))[0]?.path).toBe('a=b');
    expect(membersOf(Buffer.concat([time, tarOf(file('x'))]))[0]?.path).toBe('x');
  });

  it.each<[string, Buffer]>([
    ['the archive is cut off', tarOf(file('f', 'x'.repeat(600))).subarray(0, 1_000)],
    ['a number in base 256', foreign([['\u0080', 124]])],
    ['a number that is none', foreign([['9', 130]])],
    ['the sum of a header is wrong', Buffer.alloc(512, 'x')],
    ['a pax record that is none', foreign([['x', 156]], '99 path=a\n')],
    ['a pax record that is none', foreign([['x', 156]], '0 path=a\n')],
    ['a pax record that is none', foreign([['x', 156]], 'path\n')],
    ['a file of more than 8 GiB', foreign([['x', 156]], '10 size=1\n')],
  ])('is refused: %s', (words, data) => {
    expect(() => membersOf(data)).toThrow(RangeError);
    if (!words.includes('sum')) expect(() => membersOf(data)).toThrow(words);
  });
});
