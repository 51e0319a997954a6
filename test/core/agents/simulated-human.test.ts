import { buildSimulatedHumanMessages } from '../../../core/agents/simulated-human';
import { refinementPromptSets } from '../../../core/schemas/dialogue';
import { sampleCandidate } from './sample-problem';

const input = { ...sampleCandidate, execution: 'It gave 2, not 0.', reference: null };
const reference = 'def double(x):\n    return 2 * x';
const textOf = (messages: ReturnType<typeof buildSimulatedHumanMessages>): string =>
  messages.map(({ content }) => content).join('\n');

describe('who plays a person', () => {
  it.each(refinementPromptSets)(
    'sees problem, code and result, and is told its bounds: %s',
    (promptSet) => {
      const messages = buildSimulatedHumanMessages({ ...input, promptSet });
      expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
      const text = textOf(messages);
      expect(text).toContain('Twice x.');
      expect(text).toContain(input.program);
      expect(text).toContain(input.execution);
      expect(text).toContain('3 sentences');
      expect(text).toContain('no code');
      expect(text).not.toContain('eyes only');
    },
  );

  it.each(refinementPromptSets)(
    'as an oracle sees the reference too, and is told to keep it: %s',
    (promptSet) => {
      const text = textOf(buildSimulatedHumanMessages({ ...input, reference, promptSet }));
      expect(text).toContain(reference);
      expect(text).toContain('Never quote it');
    },
  );

  it('is asked in the sections of OpenCodeInterpreter, in their order', () => {
    const text =
      buildSimulatedHumanMessages({ ...input, reference, promptSet: 'oci' })[1]?.content ?? '';
    expect(text.match(/^@@.*$/gm)).toEqual([
      '@@Problem',
      '@@Existing Code',
      '@@Execution Result',
      '@@Canonical Solution',
      '@@Guidance',
    ]);
    expect(text.endsWith('@@Guidance\n')).toBe(true);
  });
});
