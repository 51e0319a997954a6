import { soleIssue } from '../../../core/replies/sole-issue';

const announced =
  'The code contains one main issue:\n\nThe sign is lost. To fix it:\n1. Keep it.\n2. Put it back.';

describe('the one thing to be mended that prose names', () => {
  it('is the whole text, with the lists that belong to it', () => {
    expect(soleIssue(announced, true)).toBe(announced);
    const plain = 'The loop ends too early; it should go on to n + 1.';
    expect(soleIssue(plain, false)).toBe(plain);
  });

  it.each([
    ['a list of several', 'The loop should go on to n + 1.\n1. First this.\n2. Then that.', true],
    ['nothing to mend', 'The code contains no bugs; nothing should be changed in it.', false],
    ['a refusal', "I'm sorry, but I should not help with that request of yours.", false],
    ['code alone', 'def f(x):\n    return x  # must be replaced by the right thing', false],
    ['a few words', 'It should work.', false],
  ])('is not there in %s', (_, text, hasList) => {
    expect(soleIssue(text, hasList)).toBeNull();
  });
});
