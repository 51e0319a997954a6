import { sessionBlocks } from '../../../core/refinement/session-blocks';
import type { SessionSoFar } from '../../../core/refinement/session-blocks';
import type { Artefact, DialogueEvent } from '../../../core/schemas/dialogue';
import {
  block,
  message,
  noCode,
  ofChat,
  ownBlock,
  played,
  ran,
  retryFrom,
  textRef,
} from './dialogue-player';
import type { Move } from './dialogue-player';

const file = (name: string): Artefact => ({
  name,
  mime: 'text/plain',
  bytes: 1,
  sha256: 'f'.repeat(64),
});

const give = (...names: readonly string[]): DialogueEvent => ({
  kind: 'message-given',
  text: textRef('look'),
  files: names.map(file),
});

const namesOf = (files: readonly Artefact[]): readonly string[] => files.map(({ name }) => name);

/** `id: files` of each block, then the files that no block has had yet. */
function told({ blocks, files }: SessionSoFar): readonly string[] {
  const lines = blocks.map((one) => `${one.id}: ${namesOf(one.files).join(' ')}`.trim());
  return [...lines, `next: ${namesOf(files).join(' ')}`.trim()];
}

const toldOf = (...moves: readonly Move[]): readonly string[] =>
  told(sessionBlocks(played(ofChat, ...moves)));

describe('what the session of a chat is made of', () => {
  it('is the blocks of the model and of the person in the order in which they ran', () => {
    const before = [ownBlock('b0'), message('one'), ran('a'), ran('b'), noCode];
    const after = [ownBlock('b5'), ownBlock('b6'), message('two'), ran('c')];
    expect(toldOf(...before, ...after)).toEqual([
      'b0:',
      'r1:',
      'r2:',
      'b5:',
      'b6:',
      'r4:',
      'next:',
    ]);
  });

  it('has the program and the result of each block', () => {
    const { blocks } = sessionBlocks(played(ofChat, message('one'), ran('a', 'raised')));
    expect(blocks).toEqual([
      { id: 'r1', program: 'a'.padEnd(64, '0'), files: [], result: block('raised') },
    ]);
  });

  it('gives the files of a message to the next block only', () => {
    expect(toldOf(give('x.csv'), ran('a'), ran('b'), noCode)).toEqual([
      'r1: x.csv',
      'r2:',
      'next:',
    ]);
  });

  it('gives files of messages without a block to the block after them', () => {
    const moves = [give('x.csv'), noCode, give('y.csv', 'z.csv'), noCode];
    expect(toldOf(...moves)).toEqual(['next: x.csv y.csv z.csv']);
    expect(toldOf(...moves, ownBlock('b4'))).toEqual(['b4: x.csv y.csv z.csv', 'next:']);
    expect(toldOf(...moves, message('on'), ran('a'))).toEqual(['r3: x.csv y.csv z.csv', 'next:']);
  });

  it('has no code that was not run', () => {
    expect(toldOf(message('one'), ran('a'), { reply: 'a' })).toEqual(['r1:', 'next:']);
  });

  it('has nothing of a turn that was undone, neither blocks nor files', () => {
    const undone = { kind: 'turn-undone' } as const;
    const moves = [
      give('x.csv'),
      ran('a'),
      noCode,
      give('y.csv'),
      ran('b'),
      noCode,
      ownBlock('b6'),
    ];
    expect(toldOf(...moves, undone)).toEqual(['r1: x.csv', 'next:']);
    expect(toldOf(...moves, undone, undone)).toEqual(['next:']);
  });

  it('has the files of a turn whose replies are made again, for its first block', () => {
    expect(toldOf(give('x.csv'), ran('a'), noCode, retryFrom('r1'))).toEqual(['next: x.csv']);
    expect(toldOf(give('x.csv'), ran('a'), noCode, retryFrom('r2'))).toEqual([
      'r1: x.csv',
      'next:',
    ]);
    const again = [give('x.csv'), ran('a'), ran('b'), retryFrom('r1'), ran('c')];
    expect(toldOf(...again)).toEqual(['r3: x.csv', 'next:']);
  });
});
