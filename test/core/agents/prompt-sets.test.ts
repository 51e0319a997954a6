import { parseScoreReply } from '../../../core/agents/critic-score';
import { parseVerificationReply } from '../../../core/agents/critic-verification';
import type { Prompt } from '../../../core/agents/prompt-sets/prompt-set';
import { promptSets } from '../../../core/agents/prompt-sets/prompt-sets';
import { parseReflectionsReply, reflectionsFormat } from '../../../core/agents/thinker-reflections';
import { parseStrategiesReply } from '../../../core/agents/thinker-strategies';
import { promptSetNames } from '../../../core/names/prompt-choice';
import { programInRequest } from '../../../llm/simulated/replies/code-in-request';
import { sampleCandidate, sampleProblem } from './sample-problem';

const textOf = ({ messages }: Prompt) => messages.map(({ content }) => content).join('\n');
const told = { ...sampleCandidate, strategy: 'Use a product.', review: 'It adds.' };
const asked = { problem: sampleProblem, atMost: 4 };

describe.each(promptSetNames)('the prompts of the set %s', (name) => {
  const set = promptSets[name];
  const judged = () => [set.score(told), set.verification(told)];

  it('ask for programs without tests or usage', () => {
    const solver = set.solver({ problem: sampleProblem, strategy: null, style: 'plain' });
    const mended = set.debugger({ ...told, reflection: null });
    for (const prompt of [solver, mended])
      expect(textOf(prompt)).toMatch(/\btests?\b.* out of it|without test/u);
  });

  it('anchor no answer: none is given as an example of the form', () => {
    expect(textOf(set.score(told))).not.toMatch(/score"?: ?[0-5]/iu);
    expect(textOf(set.verification(told))).not.toMatch(/"accept": ?(?:true|false) ?\}/u);
  });

  it('tell the verifier that what the statement rules out needs no handling, and to ask for nothing redundant', () => {
    const text = textOf(set.verification(told));
    expect(text).toMatch(/rules out need no handling/u);
    expect(text).toMatch(/no redundant handling|no handling of what the program does right/u);
  });

  it('show the reviewed program as the model’s own turn or quoted, never both, and a repair always as its turn', () => {
    for (const quoteProgram of [false, true]) {
      const reviewed = [
        set.score({ ...told, quoteProgram }),
        set.verification({ ...told, quoteProgram }),
        set.reflections({ ...told, quoteProgram, atMost: 4 }),
      ];
      for (const prompt of reviewed) {
        const turns = prompt.messages.filter(({ role }) => role === 'assistant');
        expect(turns).toHaveLength(quoteProgram ? 0 : 1);
        expect(textOf(prompt).split(sampleCandidate.program)).toHaveLength(2);
      }
      const repair = set.debugger({ ...told, quoteProgram, reflection: 'Multiply.' });
      expect(programInRequest(repair.messages)).toBe(sampleCandidate.program);
    }
  });

  it('show it as the model’s own turn where nobody says how', () => {
    const own = { ...told, quoteProgram: false };
    expect(set.score(told)).toEqual(set.score(own));
    expect(set.verification(told)).toEqual(set.verification(own));
    expect(set.reflections({ ...told, atMost: 4 })).toEqual(set.reflections({ ...own, atMost: 4 }));
  });

  it('are equal for equal facts', () => {
    expect(judged()).toEqual(judged());
    expect(set.strategies(asked)).toEqual(set.strategies(asked));
  });
});

describe('the set default', () => {
  const set = promptSets.default;

  it('shows the critic the strategy, and the Debugger strategy and review (equations 4 and 6)', () => {
    for (const prompt of [set.score(told), set.verification(told)])
      expect(textOf(prompt)).toContain('Use a product.');
    expect(textOf(set.debugger({ ...told, reflection: null }))).toMatch(
      /Use a product[\s\S]*It adds\./u,
    );
  });

  it('asks for judgements and lists by schema', () => {
    expect(set.reflections({ ...told, atMost: 4 }).format).toBe(reflectionsFormat);
  });
});

describe('the set codetree-paper', () => {
  const set = promptSets['codetree-paper'];

  it('shows neither the critic nor the Debugger the strategy, nor the Debugger the review', () => {
    for (const prompt of [
      set.score(told),
      set.verification(told),
      set.debugger({ ...told, reflection: 'Multiply.' }),
    ])
      expect(textOf(prompt)).not.toMatch(/Use a product|It adds/u);
    expect(textOf(set.reflections({ ...told, atMost: 4 }))).toMatch(/Use a product[\s\S]*It adds/u);
  });

  it('asks for lines, not for JSON, and its answers are read', () => {
    expect(set.strategies(asked).format).toBeNull();
    expect(parseStrategiesReply('1. Add twice.\n2. Shift left.', 4)).toEqual({
      ok: true,
      value: ['Add twice.', 'Shift left.'],
    });
    expect(parseReflectionsReply('1. It adds; multiply instead.', 4)).toEqual({
      ok: true,
      value: ['It adds; multiply instead.'],
    });
    expect(parseScoreReply('The pairs are off by one.\n3')).toMatchObject({
      ok: true,
      value: { score: 3 },
    });
    expect(parseVerificationReply('All checks hold.\nTrue')).toMatchObject({
      ok: true,
      value: { accept: true },
    });
  });

  it('says the reflection as the model’s own turn, and the program is still found', () => {
    const { messages } = set.debugger({ ...told, reflection: 'Multiply.' });
    expect(messages.map(({ role }) => role)).toEqual([
      ...['system', 'user', 'assistant', 'user', 'assistant', 'user'],
    ]);
    expect(programInRequest(messages)).toBe(sampleCandidate.program);
  });
});
