import { UsageError } from '../../../core/errors/errors';
import { promptSetNames } from '../../../core/names/prompt-choice';
import { searchPrompts } from '../../../core/agents/prompt-sets/prompts-sha256';
import { methods, shellMethodNames } from '../../../core/search/methods';
import { promptsOfMethod } from '../../../lab/prompts/prompts-of-method';
import { sampleProblem } from '../../core/agents/sample-problem';

const rolesOf = (method: string) =>
  promptsOfMethod(method, sampleProblem).questions.map(({ role }) => role);
function codeOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error instanceof UsageError ? { code: error.code, exitCode: error.exitCode } : error;
  }
}
const textOf = (method: string, choice: Parameters<typeof promptsOfMethod>[2] = {}) =>
  JSON.stringify(promptsOfMethod(method, sampleProblem, choice).questions);

describe('the prompts of a method', () => {
  it('are those of the agents that it asks, in the order in which it meets them', () => {
    expect(rolesOf('code-tree')).toEqual([
      'thinker-strategies',
      'solver',
      'critic-score',
      'critic-verification',
      'thinker-reflections',
      'debugger',
    ]);
    expect(rolesOf('code-tree-no-verification')).not.toContain('critic-verification');
    expect(rolesOf('code-tree-no-scoring')).not.toContain('critic-score');
    expect(rolesOf('code-tree-bfs')).toEqual([
      ...['thinker-strategies', 'solver', 'thinker-reflections', 'debugger'],
    ]);
    expect(rolesOf('strategy-list')).toEqual(['thinker-strategies', 'solver']);
    expect(rolesOf('map-coder')).toEqual(['recaller', 'planner', 'solver', 'debugger']);
    expect(rolesOf('reflexion')).toEqual(['solver', 'thinker-reflections', 'debugger']);
    expect(rolesOf('resample')).toEqual(['solver']);
  });

  it.each([...methods.keys()])(
    'of %s show the problem in every question, by each set',
    (method) => {
      for (const set of promptSetNames) {
        const { questions, sha256 } = promptsOfMethod(method, sampleProblem, { set });
        // Roles beside those of all searches make it another one.
        if (!shellMethodNames.includes(method)) expect(sha256).toBe(searchPrompts[set]);
        for (const { messages } of questions)
          expect(JSON.stringify(messages)).toContain('Twice x.');
      }
    },
  );

  it('say in angle brackets what only a run knows, and nothing that the method does not have', () => {
    expect(textOf('code-tree')).toContain('<what the critic wrote>');
    expect(textOf('reflexion')).not.toContain('<a strategy of the Thinker>');
    expect(textOf('reflexion')).not.toContain('<what the critic wrote>');
    expect(textOf('cot')).toContain('step by step');
  });

  it('show the program under review in the form of their set, as a run at an endpoint does', () => {
    const reviewing = (choice: Parameters<typeof promptsOfMethod>[2]) =>
      promptsOfMethod('code-tree', sampleProblem, choice)
        .questions.filter(({ role }) => role === 'critic-score')
        .flatMap(({ messages }) => messages.map(({ role }) => role));
    expect(reviewing({ set: 'codetree-paper' })).not.toContain('assistant');
    expect(reviewing({ set: 'codetree-paper', program: 'own-turn' })).toContain('assistant');
    expect(reviewing({ set: 'default' })).toContain('assistant');
    expect(reviewing({ set: 'default', program: 'quoted' })).not.toContain('assistant');
  });

  it('of a dialogue are those of its first rounds, in the words of the prompt set', () => {
    const { questions } = promptsOfMethod('refine', sampleProblem, { profile: 'oci' });
    expect(questions.map(({ role, occasion }) => [role, occasion])).toEqual([
      ...[
        ['solver', 'round 1'],
        ['solver', 'round 2'],
      ],
      ['human', 'with --feedback human'],
      ['oracle', 'with --feedback oracle'],
    ]);
    expect(JSON.stringify(questions[1])).toContain('@@ Instruction');
    expect(JSON.stringify(questions[2])).not.toContain('<the reference program>');
    expect(JSON.stringify(questions[3])).toContain('<the reference program>');
  });

  it('are none of a method that there is not', () => {
    expect(() => promptsOfMethod('magic', sampleProblem)).toThrow('unknown method "magic"');
  });

  it.each([
    ['code-tree', '--profile', { profile: 'oci' }],
    ['refine', '--prompts', { set: 'codetree-paper' }],
    ['refine', '--shown-program', { program: 'quoted' }],
  ] as const)('refuse words that %s does not have: %s', (method, flag, choice) => {
    const asking = () => promptsOfMethod(method, sampleProblem, choice);
    expect(asking).toThrow(`${flag} means nothing for --method ${method}`);
    expect(codeOf(asking)).toEqual({ code: 'OPTION_OF_OTHER_KIND', exitCode: 2 });
  });
});
