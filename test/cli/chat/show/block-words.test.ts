import { endWords, rebuiltWords } from '../../../../cli/chat/show/block-words';

describe('what is said beside the output of a block', () => {
  it.each([
    ['finished', null],
    ['raised', null],
    ['interrupted', 'it took too long and was stopped; what it had made by then is there'],
    ['lost', 'the process of the session is gone, and everything that earlier blocks had made'],
    ['input-refused', 'not run: it asks for input, and nobody can answer in there'],
  ] as const)('when it ended as %s', (end, words) => {
    expect(endWords({ end })).toBe(words);
  });

  it('is how its session was made again, and what became of it', () => {
    const made = 'the session was made again by running';
    expect(rebuiltWords({ rebuilt: null })).toBeNull();
    expect(rebuiltWords({ rebuilt: { blocks: 1, different: [] } })).toBe(`${made} 1 earlier block`);
    expect(rebuiltWords({ rebuilt: { blocks: 3, different: ['r1', 'b4'] } })).toBe(
      `${made} 3 earlier blocks; not the same as before: r1, b4`,
    );
  });
});
