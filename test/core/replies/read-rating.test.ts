import { readRating } from '../../../core/replies/read-rating';
import { cpuMsSince } from '../../harness/cpu-time';

const said = (text: string, most = 5) => readRating(text, { least: 0, most })?.number ?? null;

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
    ['Score from 0-5.\n4', 4],
    ['The score is 0..5; I give 4', 4],
    ['On a scale of 0 to 5: 4', null],
    ['Score: 0 to 5\n\n3', 3],
    ['Score (0 - 5): 2', 2],
    ['Rate it 0, 1, 2, 3, 4 or 5.\n\nScore: 3', 3],
    ['The score is 0 or 1 or 2.\n4', 4],
    ['Score: 4 - 2 tests are missed', 4],
    ['Score: 3\nIt fails tests 2-4.', 3],
    ['Answer with {"score": 3} or another number.\n\nScore: 1', 1],
    ['{"analysis": "...", "score": 3}\n\nIt ends in an error. Score: 0', 0],
    ['{"score": 3}\n\nOn second thoughts:\nScore: 2', 2],
    ['{"score": 3}\nBut it ends in an error. Score: 0', 0],
    ['Score: 3\n\n{"score": 2}', 2],
    ['{"score": 3}\nIt misses 2 of 5 cases.', 3],
    ['Score: 4\nOn reflection I give it 2.', 2],
    ['Score: 4\nI would give 5 if it were faster.', 4],
    ['Score: 1\nOn second thoughts:\nScore: 2', 2],
    ['{"score": 4}\nQuality: 1 nested loop, otherwise clean.', 4],
    ['{"score": 4}\nGrade: 0 issues found', 4],
    ['{"score": 4}\nRating: 1 point lost for style', 4],
    ['{"score": 4}\nScore: 1 point lost for style', 4],
    ['{"score": 2}\nStyle rating: 5', 2],
    ['{"score": 2}\nStyle score: 5/5', 2],
    ['{"score": 2}\nHad it handled zeros I would give it 5.', 2],
    ['{"score": 2}\nI would give it 5 without the error.', 2],
    ['{"score": 2}\nI give the tests a 5.', 2],
    ['{"score": 2}\nI give it 5 tests.', 2],
    ['Score: 3. I give the tests a 5.', 3],
    ['Score: 3\nQuality: 1 nested loop', 3],
    ['Score: 2\nOn second thoughts:\nScore: 4 - two cases are missed', 4],
    ['{"score": 3}\nOverall rating: 2/5', 2],
    ['{"score": 3}\n**Final score:** 2.', 2],
    ['{"score": 3}\nOn reflection I give the program a score of 2.', 2],
  ])('is read from %j', (text, number) => {
    expect(said(text)).toBe(number);
  });

  it.each([
    '',
    'Test 3 of the list fails.\nIt gave 4 there.',
    'The form is 0 to 5.',
    'Score: 3-4',
    'Score: 3 to 4',
    'The score is 0..5',
    'Answer with {"score": 3} or another number.',
    '{"score": 7}',
    'Score: 7',
    'Score: high',
  ])('is not read from %j', (text) => {
    expect(said(text)).toBeNull();
  });

  it('comes with the object in which it stood', () => {
    const object = { analysis: 'x', score: 3 };
    const scale = { least: 0, most: 5 };
    expect(readRating(JSON.stringify(object), scale)).toEqual({ number: 3, object });
    expect(readRating('Score: 3', scale)).toEqual({ number: 3, object: null });
  });

  it.each<[string, () => string]>([
    ['blanks', () => ' '.repeat(2_000_000)],
    ['digits', () => '1'.repeat(2_000_000)],
    ['scales', () => '0-5, 0 or 1, 1/2/3 '.repeat(100_000)],
    ['labels', () => 'Score: '.repeat(300_000)],
    ['a sum', () => `Score: ${'1 + '.repeat(500_000)}`],
  ])('is looked for in bounded time in a text of %s', (_, build) => {
    const text = build();
    const before = process.cpuUsage();
    said(text);
    expect(cpuMsSince(before)).toBeLessThan(10_000);
  });
});
