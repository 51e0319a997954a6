import { parseBenchFlags } from '../../../laboratory/bench/bench-flags';

describe('the flags of the bench', () => {
  it('measures everything once on one queue when nothing is said', () => {
    expect(parseBenchFlags([])).toEqual({
      parts: ['bare', 'expansions', 'efficiency'],
      quick: false,
      json: false,
      keep: false,
      rounds: 1,
      queues: 'single',
      against: 'inspect',
    });
  });

  it('measures the bare figures with the expansions, which are compared with them', () => {
    expect(parseBenchFlags(['--only', 'expansions']).parts).toEqual(['bare', 'expansions']);
    expect(parseBenchFlags(['--only', 'efficiency']).parts).toEqual(['efficiency']);
  });

  it.each([
    [['--only', 'speed'], /--only speed/],
    [['--queues', 'two'], /--queues two/],
    [['--against', 'ray'], /--against ray/],
    [['--rounds', '0'], /--rounds 0/],
    [['--rounds', '1.5'], /--rounds 1.5/],
    [['--fast'], /--fast/],
    [['quick'], /quick/],
  ])('refuses %j and names it', (words, message) => {
    expect(() => parseBenchFlags(words)).toThrow(message);
  });
});
