import { inPieces } from '../../../store/environments/in-pieces';
import { someAtATime } from '../../../store/environments/some-at-a-time';

async function piecesOf(size: number, ...chunks: readonly string[]): Promise<readonly string[]> {
  async function* content(): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) yield await Promise.resolve(Buffer.from(chunk));
  }
  const pieces: string[] = [];
  for await (const piece of inPieces(content(), size)) pieces.push(piece.toString());
  return pieces;
}

test.each([[['abcdefg']], [['a', 'b', 'c', 'd', 'e', 'f', 'g']], [['ab', '', 'cdef', 'g']]])(
  'the same bytes are the same pieces, however they come: %j',
  async (chunks) => {
    expect(await piecesOf(3, ...chunks)).toEqual(['abc', 'def', 'g']);
  },
);

test('no bytes are no piece, and a whole piece has no empty one behind it', async () => {
  expect(await piecesOf(3)).toEqual([]);
  expect(await piecesOf(3, '')).toEqual([]);
  expect(await piecesOf(3, 'abc')).toEqual(['abc']);
});

test('a chunk whose memory is used again does not change a piece', async () => {
  const memory = Buffer.from('ab');
  async function* content(): AsyncGenerator<Uint8Array> {
    yield memory;
    memory.write('cd');
    yield await Promise.resolve(memory);
  }
  const pieces: string[] = [];
  for await (const piece of inPieces(content(), 3)) pieces.push(piece.toString());
  expect(pieces).toEqual(['abc', 'd']);
});

test('rows come a hundred at a time', () => {
  const sizes = (count: number): readonly number[] =>
    [...someAtATime(Array.from({ length: count }, (_, at) => at))].map(({ length }) => length);
  expect(sizes(0)).toEqual([]);
  expect(sizes(100)).toEqual([100]);
  expect(sizes(201)).toEqual([100, 100, 1]);
  expect([...someAtATime(Array.from({ length: 101 }, (_, at) => at))][1]).toEqual([100]);
});
