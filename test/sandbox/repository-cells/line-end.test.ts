import { LineEnd } from '../../../sandbox/repository-cells/line-end';

function frame(text: string): Buffer {
  const header = Buffer.alloc(4);
  header.writeUInt32BE(Buffer.byteLength(text));
  return Buffer.concat([header, Buffer.from(text)]);
}

function make() {
  const sent: Buffer[] = [];
  const taken: number[] = [];
  const line = new LineEnd(
    (bytes) => void sent.push(bytes),
    (bytes) => void taken.push(bytes),
  );
  return { line, sent, taken };
}

async function heard(line: LineEnd): Promise<readonly string[]> {
  const frames: string[] = [];
  for await (const one of line.frames) frames.push(Buffer.from(one).toString());
  return frames;
}

describe('this side of the line of a job', () => {
  it('puts bytes together to frames, and tells what was worked on', async () => {
    const { line, taken } = make();
    const all = Buffer.concat([frame('one'), frame(''), frame('three')]);
    for (const byte of all) line.hear(Buffer.from([byte]));
    line.end();
    expect(await heard(line)).toEqual(['one', '', 'three']);
    expect(taken).toEqual([7, 4, 9]);
  });

  it('ends where the job sends what is no frame', async () => {
    const { line } = make();
    line.hear(Buffer.concat([frame('one'), Buffer.alloc(9, 0xff)]));
    expect(await heard(line)).toEqual(['one']);
    expect(await line.write(new Uint8Array(1))).toBe(false);
  });

  it('waits where the job takes nothing, and goes on when it does', async () => {
    const { line, sent } = make();
    const large = Buffer.alloc(3 << 20);
    expect(await line.write(large)).toBe(true);
    let second: boolean | null = null;
    const writing = line.write(large).then((done) => (second = done));
    await new Promise(setImmediate);
    expect([second, sent.length]).toEqual([null, 1]);
    line.taken(large.length + 4);
    await writing;
    expect([second, sent.length]).toEqual([true, 2]);
  });

  it('lets nobody wait for a job that has ended', async () => {
    const { line } = make();
    await line.write(Buffer.alloc(3 << 20));
    const waiting = line.write(Buffer.alloc(3 << 20));
    line.end();
    expect(await waiting).toBe(false);
    await expect(line.write(Buffer.alloc(5 << 20))).rejects.toThrow(RangeError);
  });
});
