import { choiceFlag } from '../../cli/choice-flag';

describe('a word out of a few that was typed', () => {
  it('is taken as it stands', () => {
    expect(choiceFlag('--grade', 'shared', ['split', 'shared'])).toBe('shared');
  });

  it.each(['', 'Split', 'toString', 'split,shared'])('%j is refused, the others named', (given) => {
    expect(() => choiceFlag('--grade', given, ['split', 'shared'])).toThrow(
      expect.objectContaining({
        message: `--grade ${JSON.stringify(given)} is unknown`,
        remedy: 'Choose one of split, shared',
        code: 'BAD_FLAG',
        exitCode: 2,
      }) as Error,
    );
  });
});
