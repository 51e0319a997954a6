import { countMessageTokens, countTokens, cutToTokens } from '../../../llm/simulated/count-tokens';

describe('the tokens of our own model server', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['abcd', 1],
    ['abcde', 2],
  ])('are four characters each, rounded up: %j', (text, tokens) => {
    expect(countTokens(text)).toBe(tokens);
  });

  it('are four more for each message', () => {
    const message = { role: 'user', content: 'abcde' } as const;
    expect(countMessageTokens([])).toBe(0);
    expect(countMessageTokens([message, message])).toBe(12);
  });

  it('hold so much of a text', () => {
    expect(cutToTokens('abcdefgh', 2)).toBe('abcdefgh');
    expect(cutToTokens('abcdefghi', 2)).toBe('abcdefgh');
    expect(cutToTokens('abc', 0)).toBe('');
  });
});
