import { buildDebuggerMessages } from '../../../core/agents/debugger';
import { sampleCandidate } from './sample-problem';

describe('the Debugger', () => {
  const messages = buildDebuggerMessages({ ...sampleCandidate, reflection: 'Multiply.' });

  it('finds its program as its own earlier turn, and nothing else in that turn', () => {
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(messages[2]?.content).toBe(`\`\`\`python\n${sampleCandidate.program}\n\`\`\``);
  });

  it('is given the tests’ feedback and one reflection, both quoted, and asked for the whole', () => {
    const question = messages[3]?.content ?? '';
    expect(question).toContain('```\npassed:\nassert double(2) == 4');
    expect(question).toContain('```\nMultiply.\n```');
    expect(question).toContain('one ```python code block');
  });

  it('sees the strategy that it carries out, and the critic’s review, where there are any', () => {
    const told = buildDebuggerMessages({
      ...sampleCandidate,
      reflection: 'Multiply.',
      strategy: 'Use a product.',
      review: 'It adds.',
    });
    expect(told[1]?.content).toContain('```\nUse a product.\n```');
    expect(told[3]?.content).toContain('A reviewer wrote about it:\n\n```\nIt adds.\n```');
    expect(messages.map(({ content }) => content).join()).not.toContain('reviewer');
  });

  it('looks for the fault by itself when nobody reflected', () => {
    const alone = buildDebuggerMessages({ ...sampleCandidate, reflection: null });
    expect(alone[3]?.content).toContain('Find out what is wrong');
  });
});
