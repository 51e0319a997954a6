import type { SanitiserPorts, SanitiserText } from '../../../core/adapters/sanitiser';
import { sanitiserNames } from '../../../core/names/sanitisers';
import { sanitiserNamed } from '../../../core/evaluation/sanitisers/sanitisers';
import type { UnsanitisedSample } from '../../../core/evaluation/sanitisers/sanitiser';
import { extractionVersion } from '../../../core/agents/extraction-version';
import { pythonReader } from '../../../datasets';

const prompt = 'from typing import List\n\ndef f(x: int) -> int:\n    """Adds one."""\n';
const problem = {
  kind: 'function',
  ...{ id: 'T/0', dataset: 'own', statement: prompt, entryPoint: 'f', preamble: prompt },
  ...{ visibleTests: [], visibleSetup: '' },
} as const;

const f = 'def f(x):\n    return x + 1';

const sample = (form: UnsanitisedSample['form'], text: string): UnsanitisedSample => ({
  form,
  text,
  problem,
});

/** Answers with what it was asked, and comes to no end with a text that says so. */
function asked(): { readonly texts: SanitiserText[]; readonly ports: SanitiserPorts } {
  const texts: SanitiserText[] = [];
  const ports: SanitiserPorts = {
    python: pythonReader,
    evalPlus: async (given) => {
      texts.push(...given);
      return given.map(({ text }) => (text.includes('endless') ? null : `kept ${text}`));
    },
  };
  return { texts, ports };
}

describe('sanitisers', () => {
  it('are found by name, and an unknown name is answered with those there are', () => {
    for (const name of sanitiserNames) expect(sanitiserNamed(name).name).toBe(name);
    expect(() => sanitiserNamed('tidy')).toThrow('"tidy" is no sanitiser');
  });

  it('none leaves form and text', async () => {
    const samples = [sample('completion', '    return 1 '), sample('solution', '```\nx')];
    expect(await sanitiserNamed('none').sanitise(samples, asked().ports)).toEqual([
      { form: 'completion', text: '    return 1 ' },
      { form: 'solution', text: '```\nx' },
    ]);
  });

  it('evalplus puts a completion behind its prompt and a newline, and makes whole programs', async () => {
    const { texts, ports } = asked();
    const samples = [
      sample('completion', '    return x'),
      sample('solution', 'def f(x): return x'),
    ];
    const sanitised = await sanitiserNamed('evalplus').sanitise(samples, ports);
    expect(texts).toEqual([
      { text: `${prompt}\n    return x`, entryPoint: 'f' },
      { text: 'def f(x): return x', entryPoint: 'f' },
    ]);
    expect(sanitised[1]).toEqual({ form: 'solution', text: 'kept def f(x): return x' });
  });

  it('evalplus leaves what it comes to no end with as it was written, and says so', async () => {
    const { ports } = asked();
    const samples = [sample('completion', 'endless'), sample('solution', 'x')];
    expect(await sanitiserNamed('evalplus').sanitise(samples, ports)).toEqual([
      { form: 'completion', text: 'endless', unsanitised: true },
      { form: 'solution', text: 'kept x' },
    ]);
  });

  it('evalplus leaves what it has no answer to as it was written, too', async () => {
    const ports: SanitiserPorts = { python: pythonReader, evalPlus: async () => ['kept'] };
    const samples = [sample('solution', 'x'), sample('solution', 'y')];
    expect(await sanitiserNamed('evalplus').sanitise(samples, ports)).toEqual([
      { form: 'solution', text: 'kept' },
      { form: 'solution', text: 'y', unsanitised: true },
    ]);
  });

  it('espalier reads what goes on after no prompt as it stands', async () => {
    const described = { ...problem, preamble: '', statement: 'Add one.' };
    const asCompletion = {
      ...sample('completion', `Sure:\n\`\`\`\n${f}\n\`\`\``),
      problem: described,
    };
    const none = { ...sample('completion', 'I cannot.'), problem: described };
    expect(await sanitiserNamed('espalier').sanitise([asCompletion, none], asked().ports)).toEqual([
      { form: 'solution', text: f },
      { form: 'solution', text: '' },
    ]);
    expect(sanitiserNamed('espalier').version).toBe(extractionVersion);
  });

  it.each([
    [
      'solution',
      'Sure:\n```python\ndef f(x):\n    return x + 1\n```\nDone.',
      'def f(x):\n    return x + 1',
    ],
    [
      'completion',
      '```python\ndef f(x):\n    return x + 1\n```',
      `${prompt}\ndef f(x):\n    return x + 1`,
    ],
    ['completion', '    return x + 1\n\nassert f(1) == 2\n', `${prompt}    return x + 1`],
    ['solution', 'I cannot help with that.', ''],
  ] as const)('espalier reads a %s as a reply: %j', async (form, text, program) => {
    const [read] = await sanitiserNamed('espalier').sanitise([sample(form, text)], asked().ports);
    expect(read).toEqual({ form: 'solution', text: program });
  });
});
