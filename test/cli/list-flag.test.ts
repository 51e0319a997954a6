import { listFlag, wordsFlag } from '../../cli/list-flag';

describe('a list in a flag', () => {
  it('has its parts in order, without blanks and empty ones', () => {
    expect(listFlag(' b, a ,,b,')).toEqual(['b', 'a', 'b']);
    expect(listFlag(',')).toEqual([]);
    expect(listFlag(undefined)).toEqual([]);
  });

  it('of known words takes them in any case, and gives them as they are known', () => {
    expect(wordsFlag('--tables', 'RUNS,replies', ['runs', 'Replies'])).toEqual(['runs', 'Replies']);
  });

  it.each([
    ['runs,nix', '"nix"'],
    [',', '","'],
    ['', '""'],
  ])('of known words is not %j', (value, named) => {
    expect(() => wordsFlag('--tables', value, ['runs', 'replies'])).toThrow(
      expect.objectContaining({
        code: 'BAD_FLAG',
        message: `--tables ${named} is unknown`,
        remedy: 'Choose one of runs, replies',
      }) as Error,
    );
  });
});
