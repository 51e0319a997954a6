import { disguised } from '../../../../laboratory/trials/contamination/disguise';
import { recallOf } from '../../../../laboratory/trials/contamination/recall';
import { describeWithSandbox } from '../../../prerequisites';

const signature = 'def count_up(start, values):\n';
const statement =
  'Return the number of given values that are larger than the start, and that are not larger than any value before them.';
const body = `    best = start
    count = 0
    for value in values:
        if value > best:
            best = value
            count += 1
        elif value < start:
            count -= 1
    return count if count > 0 else 0
`;
const problem = {
  ...{ set: 'own', id: 'own/0' },
  text: `${signature}    """${statement}\n    >>> count_up(1, [2])\n    1\n    """\n`,
  code: `${signature}    """${statement}"""\n${body}`,
};

describeWithSandbox('problems in disguise', () => {
  it('are changed more with each strength, and stay programs', () => {
    const [renamed, paraphrased, rewritten] = disguised([problem]);
    expect(renamed?.text).toBe(problem.text);
    expect(renamed?.code).not.toMatch(/count_up|start|best/);
    expect(renamed?.code).toContain('+= 1');
    expect(paraphrased?.text).toContain('give back the number');
    expect(paraphrased?.text).not.toContain('>>>');
    expect(paraphrased?.code).not.toContain('+= 1');
    expect(rewritten?.text).not.toMatch(/\b(the|a)\b/i);
    expect(rewritten?.code).not.toContain('0 if');
    expect(rewritten?.code).toMatch(/if item_3 < item_5:/);
  });

  it('are counted as found by their own statement or program, and named where they are missed', () => {
    const short = {
      ...{ set: 'own', id: 'own/1' },
      text: 'Add two numbers.',
      code: 'def add(a, b):\n    return a + b\n',
    };
    const [renamed, , rewritten] = recallOf([problem, short], [problem, short]);
    expect(renamed).toEqual({
      ...{ strength: 'renamed', problems: 2, byStatement: 1, byProgram: 1, found: 1 },
      missed: ['own/1'],
    });
    expect(rewritten).toMatchObject({ byStatement: 0, missed: ['own/0', 'own/1'] });
  });
});
