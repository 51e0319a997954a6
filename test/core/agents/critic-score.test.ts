import {
  buildScoreMessages,
  parseScoreReply,
  scoreFormat,
} from '../../../core/agents/critic-score';
import { sampleCandidate } from './sample-problem';
import { cpuMsSince } from '../../harness/cpu-time';

const scoreOf = (reply: string) => {
  const parsed = parseScoreReply(reply);
  return parsed.ok ? parsed.value.score : parsed.problem;
};

describe('the critic’s output score', () => {
  it('is asked for about the program as the model’s own turn, with the whole scale', () => {
    const messages = buildScoreMessages(sampleCandidate);
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    const question = messages[3]?.content ?? '';
    for (const marks of [0, 1, 2, 3, 4, 5]) expect(question).toContain(`\n${String(marks)}: `);
    expect(question).toContain('gave 2');
  });

  it('has a strict schema', () => {
    expect(scoreFormat.schema).toMatchObject({
      additionalProperties: false,
      required: ['analysis', 'score'],
    });
  });

  it.each([
    ['{"analysis": "off by one", "score": 3}', 3],
    ['Well.\n```json\n{"analysis": "x", "score": "4"}\n```', 4],
    ['{"analysis": "x", "score": "2/5"}', 2],
    ['All off by one.\nScore: 3', 3],
    ['I counted 17 cases.\n\n**Score:** 4', 4],
    ['So the score is 3/5.', 3],
    ['Score (0-5): 2', 2],
    ['Score = 0', 0],
    ['<think>Score: 1</think>The outputs match.\nScore: 5', 5],
  ])('is read from %j', (reply, score) => {
    expect(scoreOf(reply)).toBe(score);
  });

  it.each([
    ['digits that are no score', 'Test 3 of 5 fails.\nIt gave 4.'],
    ['a digit that is said early only', `3 tests fail.\n${'And so on.\n'.repeat(9)}`],
    ['a refusal', 'I cannot judge this.'],
    ['nothing', ''],
    ['reasoning alone', '<think>Score: 3'],
    ['an example only thought of', 'The form is 0 to 5.'],
  ])('is not read from %s', (_, reply) => {
    expect(scoreOf(reply)).toMatch(/holds no JSON object with a "score"/);
  });

  it.each([
    '{"score": 6}',
    '{"score": -1}',
    '{"score": 2.5}',
    'Score: 10',
    'Score: 3.5',
    'Score: -2',
  ])('must be a whole number from 0 to 5: %j', (reply) => {
    expect(scoreOf(reply)).toBe('its score is not a whole number from 0 to 5');
  });

  it('of JSON null, objects and the like is no score', () => {
    for (const value of ['null', '{}', '[]', 'true', '"high"']) {
      expect(scoreOf(`{"score": ${value}}`)).toMatch(/holds no JSON/);
    }
  });

  it('comes with the analysis, bounded', () => {
    expect(parseScoreReply('{"analysis": " off by one ", "score": 3}')).toEqual({
      ok: true,
      value: { analysis: 'off by one', score: 3 },
    });
    const plain = parseScoreReply(`${'word '.repeat(5000)}\nScore: 3`);
    expect(plain.ok && plain.value.analysis.length).toBe(4000);
  });

  it('is looked for in bounded time', () => {
    const before = process.cpuUsage();
    scoreOf('score '.repeat(500_000));
    scoreOf(`score${' '.repeat(2_000_000)}`);
    scoreOf(`score ${'('.repeat(2_000_000)}`);
    expect(cpuMsSince(before)).toBeLessThan(15_000);
  });
});
