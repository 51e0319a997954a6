import { isSameAgain, keepBlock } from '../../../../activities/dialogue/sessions/block-record';
import type { BlockResult } from '../../../../core/adapters/session';
import { createMemoryStore } from '../../../fakes/memory-store';

const made = (text: string): BlockResult => ({
  end: 'finished',
  parts: [{ kind: 'stdout', text: 'made at 0x7f1\n' }],
  artefacts: [{ name: 'out.txt', mime: 'text/plain', content: Buffer.from(text) }],
  wallMs: 1,
});

describe('a block that ran again', () => {
  it('is compared with its record, and leaves nothing in the store', async () => {
    const { blobs } = createMemoryStore();
    const recorded = await keepBlock(blobs, made('one'), { words: 'words', rebuilt: null });
    expect(await isSameAgain(blobs, recorded, made('one'))).toBe(true);
    const kept: string[] = [];
    const watched = {
      get: blobs.get,
      put: (text: string) => {
        kept.push(text);
        return blobs.put(text);
      },
    };
    expect(await isSameAgain(watched, recorded, made('other'))).toBe(false);
    expect(kept).toEqual([]);
  });
});

describe('the output of a block', () => {
  it('is kept in order, with the pieces of one stream as one part, and its errors apart', async () => {
    const { blobs } = createMemoryStore();
    const { output } = await keepBlock(
      blobs,
      {
        ...made('one'),
        parts: [
          { kind: 'stdout', text: 'a' },
          { kind: 'stdout', text: 'b' },
          { kind: 'stderr', text: 'warned' },
          { kind: 'stdout', text: 'c' },
          { kind: 'value', text: '1' },
          { kind: 'value', text: '2' },
        ],
      },
      { words: 'words', rebuilt: null },
    );
    expect(JSON.parse(await blobs.get(output))).toEqual([
      { kind: 'stdout', text: 'ab' },
      { kind: 'stderr', text: 'warned' },
      { kind: 'stdout', text: 'c' },
      { kind: 'value', text: '1' },
      { kind: 'value', text: '2' },
    ]);
  });
});
