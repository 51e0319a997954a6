import { linePieces } from '../../../datasets/sources/line-pieces';
import { listPieces } from '../../../datasets/sources/list-pieces';
import type { Piece } from '../../../datasets/sources/piece';

const list = ' [{"a": "x]\\"},{", "b": [1, {"c": 2}]}, "\\\\", 3 ,[4]] ';
const members = ['{"a": "x]\\"},{", "b": [1, {"c": 2}]}', '"\\\\"', '3', '[4]'];

async function* inChunks(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function allOf(pieces: AsyncIterable<Piece>): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const piece of pieces) {
    all.push(piece.kind === 'text' ? piece.bytes.toString() : `! ${piece.why}`);
  }
  return all;
}

describe('the pieces of a file', () => {
  it('splits a list at the same places wherever a chunk ends', async () => {
    for (const size of [1, 2, 3, 7, 1000]) {
      expect(await allOf(listPieces(inChunks(list, size)))).toEqual(members);
    }
  });

  it('splits lines at the same places wherever a chunk ends', async () => {
    for (const size of [1, 2, 3, 7, 1000]) {
      expect(await allOf(linePieces(inChunks('one\r\n\n two\nthree', size)))).toEqual([
        'one',
        'two',
        'three',
      ]);
    }
  });

  it('leaves out a piece that is longer than the limit and reads the next one', async () => {
    const limit = 1024;
    const long = 'x'.repeat(2000);
    const why = 'is longer than 0.0009765625 MiB';
    expect(await allOf(linePieces(inChunks(`${long}\nb`, 100), limit))).toEqual([
      `! line 1 ${why}`,
      'b',
    ]);
    expect(await allOf(listPieces(inChunks(`["${long}", 2]`, 100), limit))).toEqual([
      `! row 0 of the list ${why}`,
      '2',
    ]);
  });
});
