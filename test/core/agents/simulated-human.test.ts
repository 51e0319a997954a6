import { buildHumanMessages } from '../../../core/agents/human';
import { refinementProfiles } from '../../../core/schemas/dialogue';
import { sampleCandidate } from './sample-problem';

const input = { ...sampleCandidate, execution: 'It gave 2, not 0.', reference: null };
const reference = 'def double(x):\n    return 2 * x';
const textOf = (messages: ReturnType<typeof buildHumanMessages>): string =>
  messages.map(({ content }) => content).join('\n');

describe('who plays a person', () => {
  it.each(refinementProfiles)(
    'sees problem, code and result, and is told its bounds: %s',
    (profile) => {
      const messages = buildHumanMessages({ ...input, profile });
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

  it.each(refinementProfiles)(
    'as an oracle sees the reference too, and is told to keep it: %s',
    (profile) => {
      const text = textOf(buildHumanMessages({ ...input, reference, profile }));
      expect(text).toContain(reference);
      expect(text).toContain('Never quote it');
    },
  );

  it('is asked in the sections of OpenCodeInterpreter, in their order', () => {
    const text = buildHumanMessages({ ...input, reference, profile: 'oci' })[1]?.content ?? '';
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
