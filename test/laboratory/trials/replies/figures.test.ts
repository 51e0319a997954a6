import { figuresOf } from '../../../../laboratory/trials/replies/grade-readings';
import type { GradedReading } from '../../../../laboratory/trials/replies/grade-readings';
import { modelFamily } from '../../../../laboratory/trials/replies/model-family';

function reading(
  id: string,
  model: string,
  reader: string,
  { passed, passesAny }: { readonly passed: boolean; readonly passesAny: boolean },
): GradedReading {
  const row = { id, model, entryPoint: 'f', reply: '', passesAny, preamble: '', test: '' };
  return { reader, row, program: 'x = 1', passed };
}

describe('figures of readers', () => {
  it('count what each reads by family, the largest first, and apart what no known reading passes', () => {
    const right = { passed: true, passesAny: true };
    const figures = figuresOf([
      reading('1', 'gpt-4', 'ours', right),
      reading('1', 'gpt-4', 'evalplus', { passed: false, passesAny: true }),
      reading('2', 'qwen-7b', 'ours', right),
      reading('2', 'qwen-7b', 'evalplus', right),
      reading('3', 'qwen-32b', 'ours', { passed: false, passesAny: true }),
      reading('3', 'qwen-32b', 'evalplus', right),
      reading('4', 'gpt-4', 'ours', { passed: true, passesAny: false }),
    ]);
    expect(figures).toEqual([
      {
        family: 'Qwen',
        readable: 2,
        read: { ours: 1, evalplus: 2 },
        besides: { ours: 0, evalplus: 0 },
      },
      {
        family: 'GPT',
        readable: 1,
        read: { ours: 1, evalplus: 0 },
        besides: { ours: 1, evalplus: 0 },
      },
      {
        family: 'all',
        readable: 3,
        read: { ours: 2, evalplus: 2 },
        besides: { ours: 1, evalplus: 0 },
      },
    ]);
  });

  it.each([
    ['deepseek-r1-distill-qwen-32b', 'DeepSeek'],
    ['Phind-CodeLlama-34B-v2', 'CodeLlama'],
    ['gpt-4o-mini', 'GPT'],
    ['something-new', 'others'],
  ])('take %s for %s', (model, family) => {
    expect(modelFamily(model)).toBe(family);
  });
});
