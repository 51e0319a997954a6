import { buildRecallMessages, parseRecallReply } from '../../../../core/agents/map-coder/recaller';
import { scriptedProblem } from '../../../workflows/support/scripted-problems';

const { problem } = scriptedProblem('P/0');

describe('the question for similar problems', () => {
  it('shows the problem and says how many are wanted', () => {
    const [, asked] = buildRecallMessages({ problem, atMost: 4 });
    expect(asked?.content).toContain('Task P/0');
    expect(asked?.content).toContain('Name 4 other programming problems');
  });
});

describe('a reply with similar problems', () => {
  const two = [
    { problem: 'Count words.', plan: 'Split, then count.' },
    { problem: 'Find a pair.', plan: 'Remember what was seen.' },
  ];
  const texts = [
    'Count words.\nPlan: Split, then count.',
    'Find a pair.\nPlan: Remember what was seen.',
  ];

  it.each([
    ['an object', JSON.stringify({ problems: two })],
    [
      'an object in a fence, after thoughts',
      `<think>hm</think>\n\`\`\`json\n${JSON.stringify({ problems: two })}\n\`\`\``,
    ],
    ['a bare list', JSON.stringify(two)],
    [
      'other names',
      JSON.stringify({
        examples: two.map(({ problem, plan }) => ({ Description: problem, Planning: plan })),
      }),
    ],
    [
      'steps in a list',
      JSON.stringify({
        problems: [{ problem: 'Count words.', plan: ['Split, then count.'] }, two[1]],
      }),
    ],
  ])('is read from %s', (_, reply) => {
    expect(parseRecallReply(reply, 4)).toEqual({ ok: true, value: texts });
  });

  it('is read from headings in prose, each with what stands below it', () => {
    const reply =
      'Here are two.\n\n### Problem 1: Count words\nHow many words has a text?\n\nPlan:\n1. Split.\n2. Count.\n\n### Problem 2: Find a pair\nPlan: look it up.';
    expect(parseRecallReply(reply, 4)).toEqual({
      ok: true,
      value: [
        'Count words\nHow many words has a text?\nPlan:\n1. Split.\n2. Count.',
        'Find a pair\nPlan: look it up.',
      ],
    });
  });

  it('keeps no more than asked for, none twice, and not the form itself', () => {
    const many = { problems: [two[0], two[0], ...two, two[1]] };
    expect(parseRecallReply(JSON.stringify(many), 1)).toEqual({
      ok: true,
      value: texts.slice(0, 1),
    });
    expect(parseRecallReply(JSON.stringify(many), 9)).toEqual({ ok: true, value: texts });
    const form = {
      problems: [{ problem: 'what was asked', plan: 'how it is solved, step by step' }],
    };
    expect(parseRecallReply(JSON.stringify(form), 4).ok).toBe(false);
  });

  it.each(['', 'I know of none.', '{"problems": []}'])('is none in %j', (reply) => {
    expect(parseRecallReply(reply, 4).ok).toBe(false);
  });
});
