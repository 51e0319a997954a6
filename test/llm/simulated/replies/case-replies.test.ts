import { harnessRequest } from '../../../../core/repository/prompts/harness-request';
import type { HarnessRound } from '../../../../core/repository/prompts/harness-request';
import { readHarnessReply } from '../../../../core/repository/prompts/read-harness-reply';
import {
  docstringRequest,
  readDocstring,
} from '../../../../core/repository/refinement/docstring-request';
import { casesReply } from '../../../../llm/simulated/replies/case-replies';
import { docstringReply } from '../../../../llm/simulated/replies/docstring-replies';
import { parametersIn, subjectIn } from '../../../../llm/simulated/replies/python-in-request';
import type { ReplyRequest } from '../../../../llm/simulated/replies/reply';

const context = [
  'def clamp(value: int, low=0, *, names: list[str] = (), **rest) -> int:',
  '    """Clamps.',
  '',
  '    >>> clamp(5)',
  '    5',
  '    """',
  "    if value == 41 or names == ['x']:",
  '        return low',
  '    return value',
].join('\n');

function request(seed: number, rounds: readonly HarnessRound[] = []): ReplyRequest {
  const subject = { module: 'pkg.m', qualname: 'clamp', className: null, context };
  return {
    ...{ role: 'harness-writer', problem: 'o/r', seed, structured: false },
    draw: { sample: 0, ordinal: rounds.length },
    messages: harnessRequest(subject, rounds),
  };
}

const seeds = Array.from({ length: 150 }, (_, seed) => seed);

describe('the simulated model, asked for cases', () => {
  it('sees the parameters of the function', () => {
    const subject = subjectIn(request(0).messages[1]?.content ?? '');
    if (subject === null) throw new Error('no function is seen');
    expect(subject).toMatchObject({ module: 'pkg.m', name: 'clamp', className: null });
    expect(parametersIn(subject)).toEqual([
      { name: 'value', kind: 'positional', annotation: 'int', hasDefault: false },
      { name: 'low', kind: 'positional', annotation: '', hasDefault: true },
      { name: 'names', kind: 'keyword', annotation: 'list[str]', hasDefault: true },
      { name: 'rest', kind: 'variadic', annotation: '', hasDefault: false },
    ]);
  });

  it('gives calls of it: the examples of its docstring, and constants of its code among the values', () => {
    const texts = seeds.map((seed) => casesReply(request(seed)).text);
    const whole = texts.filter((text) => text.startsWith('Cases:'));
    for (const text of whole) expect(text).toContain('def case_0():\n    clamp(5)\n');
    expect(whole.some((text) => /clamp\(41/.test(text))).toBe(true);
  });

  it('is wrong in the known ways a quarter of the time, and right once it is told of it', () => {
    const texts = seeds.map((seed) => casesReply(request(seed)).text);
    const flawed = texts.filter((text) => !text.startsWith('Cases:'));
    expect(flawed.length / texts.length).toBeGreaterThan(0.1);
    expect(flawed.length / texts.length).toBeLessThan(0.4);
    for (const sign of [
      'your_module',
      '1 + 1 == 2',
      'except Exception',
      'case_99(:',
      'I would call',
    ]) {
      expect(flawed.some((text) => text.includes(sign))).toBe(true);
    }
    const round = { source: 'x', feedback: { kind: 'fix-error', text: 'it fails' } } as const;
    for (const seed of seeds) expect(casesReply(request(seed, [round])).text).toMatch(/^Cases:/);
  });

  it('says the same to the same request, and something else at another draw', () => {
    expect(casesReply(request(3))).toEqual(casesReply(request(3)));
    const again = { ...request(3), draw: { sample: 0, ordinal: 1 } };
    expect(readHarnessReply(casesReply(again).text, 'stop')).not.toEqual(
      readHarnessReply(casesReply(request(3)).text, 'stop'),
    );
  });
});

describe('the simulated model, asked for a docstring', () => {
  const ask = (seed: number, lacks: Parameters<typeof docstringRequest>[1] = null) =>
    readDocstring(
      docstringReply({
        ...request(seed),
        role: 'docstring-writer',
        messages: docstringRequest(
          {
            ...{ definition: context, signature: 'def clamp(value: int)', cases: '' },
            captured: { arguments: {}, returns: [], raises: [] },
            examples: [{ call: 'clamp(7, 0)', outcome: '7' }],
          },
          lacks,
        ),
      }).text,
    );

  it('keeps what there is and adds a true sentence', () => {
    for (const seed of seeds) {
      expect(ask(seed)).toMatch(/^Clamps\.\n\n>>> clamp\(5\)\n5\n/);
      expect(ask(seed)).toMatch(/It takes 4 arguments\.|called value, low, names, rest\./);
    }
  });

  it('adds a false example now and then, and none once it is told', () => {
    const told = seeds.map((seed) => ask(seed)?.includes('>>> clamp(7, 0)') === true);
    const share = told.filter(Boolean).length / told.length;
    expect(share).toBeGreaterThan(0.1);
    expect(share).toBeLessThan(0.45);
    const lacks = { docstring: 'x', words: ['the example is wrong'] };
    expect(seeds.some((seed) => ask(seed, lacks)?.includes('clamp(7') === true)).toBe(false);
  });
});
