import {
  buildReflectionsMessages,
  parseReflectionsReply,
  reflectionsFormat,
} from '../../../core/agents/thinker-reflections';
import { sampleCandidate } from './sample-problem';

const build = (changes: { strategy?: string | null; review?: string | null }) =>
  buildReflectionsMessages({
    ...sampleCandidate,
    strategy: null,
    review: null,
    atMost: 3,
    ...changes,
  });

describe('the Thinker’s reflections', () => {
  it('are asked for with strategy, program, feedback and the critic’s review', () => {
    const messages = build({ strategy: 'Add.', review: 'Off by one.' });
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(messages[1]?.content).toContain('```\nAdd.\n```');
    expect(messages[2]?.content).toContain('return x + 2');
    expect(messages[3]?.content).toContain('gave 2');
    expect(messages[3]?.content).toContain('A reviewer wrote about it:\n\n```\nOff by one.\n```');
    expect(messages[3]?.content).toContain('never more than 3');
  });

  it('do not mention a review or a strategy that is not there', () => {
    for (const review of [null, '', ' \n']) {
      expect(build({ review })[3]?.content).not.toContain('reviewer');
    }
    expect(build({})[1]?.content).not.toContain('expert');
  });

  it('have a strict schema', () => {
    expect(reflectionsFormat.schema).toMatchObject({
      additionalProperties: false,
      required: ['reflections'],
    });
  });

  it('are read from the reply', () => {
    expect(parseReflectionsReply('- Fix the loop.\n- Fix the sum.', 5)).toEqual({
      ok: true,
      value: ['Fix the loop.', 'Fix the sum.'],
    });
  });
});
