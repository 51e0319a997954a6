import {
  buildVerificationMessages,
  parseVerificationReply,
  verificationFormat,
} from '../../../core/agents/critic-verification';
import { sampleCandidate } from './sample-problem';
import { cpuMsSince } from '../../harness/cpu-time';

const verdictOf = (reply: string) => {
  const parsed = parseVerificationReply(reply);
  return parsed.ok ? parsed.value.accept : parsed.problem;
};

describe('the critic’s verification', () => {
  it('is asked for about the program as the model’s own turn, along four checks', () => {
    const messages = buildVerificationMessages(sampleCandidate);
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    for (const check of ['\n1. ', '\n2. ', '\n3. ', '\n4. ', 'polynomial']) {
      expect(messages[3]?.content).toContain(check);
    }
  });

  it('has a strict schema', () => {
    expect(verificationFormat.schema).toMatchObject({
      additionalProperties: false,
      required: ['analysis', 'accept'],
    });
  });

  it.each([
    ['{"analysis": "fine", "accept": true}', true],
    ['{"analysis": "hard-coded", "accept": false}', false],
    ['So:\n```json\n{"analysis": "x", "accept": "yes"}\n```', true],
    ['It is general.\nVerdict: accept', true],
    ['It is not.\n**Verdict:** reject', false],
    ['Final verdict: Rejected.', false],
    ['Accept: no', false],
    ['Looks right.\nYes.', true],
    ['Decision is not accepted', false],
    ['<think>Verdict: accept</think>Verdict: reject', false],
    ['Verdict: accept\nOn second thoughts:\nVerdict: reject', false],
  ])('is read from %j', (reply, accept) => {
    expect(verdictOf(reply)).toBe(accept);
  });

  it.each([
    ['words that are no verdict', 'I would accept this if it handled no input.'],
    ['a doubtful word', 'Verdict: unsure'],
    ['a number', '{"accept": 1}'],
    ['a question', 'Should it be accepted? yes and no'],
    ['nothing', ''],
    ['a verdict that was only thought of', '<think>Verdict: accept'],
  ])('is not read from %s', (_, reply) => {
    expect(verdictOf(reply)).toMatch(/holds no JSON object with "accept" true or false/);
  });

  it('comes with the analysis', () => {
    expect(parseVerificationReply('All good.\nVerdict: accept')).toEqual({
      ok: true,
      value: { analysis: 'All good.\nVerdict: accept', accept: true },
    });
  });

  it('is looked for in bounded time', () => {
    const before = process.cpuUsage();
    verdictOf('verdict: '.repeat(300_000));
    verdictOf(`verdict:${' *'.repeat(1_000_000)}`);
    expect(cpuMsSince(before)).toBeLessThan(15_000);
  });
});
