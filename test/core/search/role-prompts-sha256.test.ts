import { promptSetNames } from '../../../core/names/prompt-choice';
import { searchPrompts } from '../../../core/agents/prompt-sets/prompts-sha256';
import { rolePromptsSha256 } from '../../../core/search/role-prompts-sha256';
import { nodeAgents } from '../../../core/agents/node-agents';
import { wordsAgent } from '../../../core/agents/words-agent';
import { methodNamed, methods } from '../../../core/search/methods';
import { sha256Of } from '../../fakes/memory-blobs';

const { roles } = methodNamed('code-tree');

/** The hash of CodeTree's prompts with one more role: a name that no search uses stands for it. */
function withRole(words: string): string {
  const interpreter = wordsAgent(({ program }) => [
    { role: 'user', content: `${words}\n${program}` },
  ]);
  const agents = { ...nodeAgents, interpreter };
  return rolePromptsSha256([...roles, 'interpreter'], 'default', sha256Of, agents);
}

describe('the hash of the prompts of roles', () => {
  const pinned = [...methods.values()].filter(({ style }) => style !== 'shell');

  it.each(pinned)('is the pinned one of its set for $name', (method) => {
    for (const set of promptSetNames)
      expect(rolePromptsSha256(method.roles, set, sha256Of)).toBe(searchPrompts[set]);
  });

  it('is another one for an agent with a shell', () => {
    const hash = rolePromptsSha256(methodNamed('bash-agent').roles, 'default', sha256Of);
    expect(hash).not.toBe(searchPrompts.default);
  });

  it('changes when a role is added through wordsAgent, and with the words of that role', () => {
    const hashes = [searchPrompts.default, withRole('Explain it.'), withRole('Describe it.')];
    expect(new Set(hashes).size).toBe(3);
    expect(withRole('Explain it.')).toBe(hashes[1]);
  });

  it.each(['function', 'script', 'harness'] as const)(
    'changes with words that the role has for problems of the kind %s alone',
    (kind) => {
      const withWords = (own: string) => {
        const interpreter = wordsAgent(({ problem }) => [
          { role: 'user', content: problem.kind === kind ? own : 'Explain it.' },
        ]);
        const agents = { ...nodeAgents, interpreter };
        return rolePromptsSha256([...roles, 'interpreter'], 'default', sha256Of, agents);
      };
      expect(withWords('Describe it.')).not.toBe(withWords('Explain it.'));
    },
  );

  it('does not change for methods that do not ask the added role', () => {
    const agents = { ...nodeAgents, interpreter: wordsAgent(() => []) };
    expect(rolePromptsSha256(roles, 'default', sha256Of, agents)).toBe(searchPrompts.default);
  });

  it('is refused for a role that has no prompt in a search', () => {
    expect(() => rolePromptsSha256(['human'], 'default', sha256Of)).toThrow(
      'role human has no prompt in a search',
    );
  });
});
