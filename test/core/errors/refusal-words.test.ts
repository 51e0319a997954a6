import { refusalWords } from '../../../core/errors/refusal-words';

describe('the words of a refusal', () => {
  it.each([
    ['You asked for 9000 tokens, 8192 is the most', 'You asked for 12 tokens, 8192 is the most'],
    ['No (request id 0a1b2c3d-11e0)', 'No  (request id ffee1122-99aa)'],
    ['No (req_abc123def)', 'no (req_zzz999zzz)'],
  ])('are the same but for numbers, ids and spaces: %s', (one, other) => {
    expect(refusalWords(one)).toBe(refusalWords(other));
  });

  it('are others where they say something else', () => {
    expect(refusalWords('top_k is unknown')).not.toBe(refusalWords('top_p is unknown'));
  });
});
