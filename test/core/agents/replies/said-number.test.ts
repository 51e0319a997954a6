import { saidNumber } from '../../../../core/agents/replies/said-number';

const said = (text: string, most = 5) => saidNumber(text, { least: 0, most })?.number ?? null;

describe('a number that rates', () => {
  it.each([
    ['{"score": 3}', 3],
    ['{"Rating": "3/5"}', 3],
    ['Score: 3', 3],
    ['**Final Score (0-5):** 3/5', 3],
    ['## Final Score\n\n**2**', 2],
    ['Rating: 3', 3],
    ['QUALITY=3\nANSWERS=none', 3],
    ['CORRECTNESS_SCORE: 0.2\nREASONING: 5 of 9 tests', 0.2],
    ['I would rate this 3 out of 5.', 3],
    ['I’d give it a 4.', 4],
    ['It gets 4/5 from me.', 4],
    ['So it is $\\boxed{3}$.', 3],
    ['4\n\nThe rest is fine.', 4],
    ['The rest is fine.\n\n4', 4],
    ['The total score is 5 * 0.4 + 4 * 0.25 = 3.0', 3],
    ['Score: 0.4\nA worse program gets a score of 0.', 0.4],
    ['Score: 1\nOn second thoughts:\nScore: 2', 2],
  ])('is read from %j', (text, number) => {
    expect(said(text)).toBe(number);
  });

  it.each([
    '',
    'Test 3 of the list fails.\nIt gave 4 there.',
    'The form is 0 to 5.',
    '{"score": 7}',
    'Score: 7',
    'Score: high',
  ])('is not read from %j', (text) => {
    expect(said(text)).toBeNull();
  });

  it('comes with the object in which it stood', () => {
    const object = { analysis: 'x', score: 3 };
    const scale = { least: 0, most: 5 };
    expect(saidNumber(JSON.stringify(object), scale)).toEqual({ number: 3, object });
    expect(saidNumber('Score: 3', scale)).toEqual({ number: 3, object: null });
  });
});
