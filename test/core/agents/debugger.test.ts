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

  it('looks for the fault by itself when nobody reflected', () => {
    const alone = buildDebuggerMessages({ ...sampleCandidate, reflection: null });
    expect(alone[3]?.content).toContain('Find out what is wrong');
  });
});
