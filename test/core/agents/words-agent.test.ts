import { defaultPrompts } from '../../../core/agents/prompt-sets/default-prompts';
import { wordsAgent } from '../../../core/agents/words-agent';
import type { NodeFacts } from '../../../core/agents/node-agent';

const agent = wordsAgent(({ program }) => [{ role: 'user', content: program }]);
const facts = { program: 'def f(): pass' } as NodeFacts;

describe('an agent that only adds words', () => {
  it('is answered in prose, of which the reasoning is left out', () => {
    expect(agent.prompt(facts, defaultPrompts).format).toBeNull();
    expect(agent.parse('<think>well</think>\n It adds. \n', facts)).toEqual({
      ok: true,
      value: 'It adds.',
    });
  });

  it('has said nothing when there is nothing but reasoning', () => {
    expect(agent.parse('<think>well</think>\n', facts).ok).toBe(false);
  });

  it('has its words kept with the node', async () => {
    const keep = async (text: string) => ({ sha256: 'a'.repeat(64), excerpt: text });
    expect(await agent.kept('It adds.', false, keep)).toMatchObject({ excerpt: 'It adds.' });
  });
});
