import { interpreterPersona } from '../../../../core/agents/interpreter';
import { candidateConversation } from '../../../../core/agents/prompts/candidate-conversation';
import { hintOf } from '../../../../core/agents/prompts/strategy-hint';
import { programTurn } from '../../../../core/replies/program-turn';
import { sampleCandidate } from '../sample-problem';

const asked = { system: 'You judge.', question: 'Is it right?' };
const { program, feedback } = sampleCandidate;

describe('the conversation about a program', () => {
  it('shows it as the model’s own turn unless it is to be quoted', () => {
    const messages = candidateConversation(sampleCandidate, asked);
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(messages[0]?.content).toBe('You judge.');
    expect(messages[2]).toEqual(programTurn(program));
    expect(candidateConversation({ ...sampleCandidate, quoteProgram: false }, asked)).toEqual(
      messages,
    );
    const [, quoted, ...more] = candidateConversation(
      { ...sampleCandidate, quoteProgram: true },
      asked,
    );
    expect(quoted?.content).toContain(`\`\`\`python\n${program}\n\`\`\``);
    expect(more).toEqual([]);
  });

  it.each([true, false])(
    'has task, hint, feedback and question in order, quoted: %s',
    (quoteProgram) => {
      const told = candidateConversation(
        { ...sampleCandidate, quoteProgram },
        { ...asked, hint: 'Hm.' },
      );
      const text = told.map(({ content }) => content).join('\n');
      const places = ['You judge.', 'Twice x.', 'Hm.', program, feedback, 'Is it right?'].map(
        (part) => text.indexOf(part),
      );
      expect(places).toEqual(places.toSorted((left, right) => left - right));
      expect(places[0]).toBe(0);
    },
  );

  it('has a hint only where the program has a strategy, which is quoted', () => {
    expect(hintOf({ strategy: null })).toEqual({});
    expect(hintOf({ strategy: 'Sort.' }).hint).toMatch(/expert suggests[^]*```\nSort\.\n```/u);
  });
});

test('the persona of a chat names the tool only where there is one, and blocks always', () => {
  const [plain, withTools] = [false, true].map((tools) => interpreterPersona(tools));
  expect(plain?.role).toBe('system');
  expect(plain?.content).not.toContain('execute_code');
  expect(withTools?.content).toContain('Call the tool `execute_code`');
  for (const persona of [plain, withTools])
    expect(persona?.content).toMatch(/write it as one ```python code block; one block at a time/iu);
});
