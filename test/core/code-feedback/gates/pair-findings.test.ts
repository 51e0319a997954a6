import { pairFindings } from '../../../../core/code-feedback/gates/pair-findings';
import { recipeOf, rowOf } from '../row-player';

const key = 'sk_live_' + '4eC39HqLyjWDarjtT1zdp7dc';

describe('the answers of a preference pair', () => {
  const right = '```python\nprint(1)\n```';
  const found = (
    preference: { chosen: string; rejected: string } | undefined,
    gates: object = {},
  ) =>
    pairFindings(rowOf({ preference }), recipeOf({ gates }).gates).map(({ gate, why }) => [
      gate,
      why,
    ]);

  it('are asked for secrets, also the wrong one, which is in no turn of the dialogue', () => {
    const wrong = `\`\`\`python\nkey = "${key}"\n\`\`\``;
    expect(found({ chosen: right, rejected: wrong })).toEqual([
      ['secrets', expect.stringMatching(/^rejected answer of the pair: /) as string],
    ]);
    expect(found({ chosen: wrong, rejected: right })).toEqual([
      ['secrets', expect.stringMatching(/^chosen/) as string],
    ]);
  });

  it('are not asked by a gate that is off, or where there is no pair', () => {
    const wrong = `\`\`\`python\nkey = "${key}"\n\`\`\``;
    expect(found({ chosen: right, rejected: wrong }, { off: ['secrets'] })).toEqual([]);
    expect(found(undefined)).toEqual([]);
  });

  it('pass as the programs that they are, though one is wrong', () => {
    expect(found({ chosen: right, rejected: '```python\nprint(2)\n```' })).toEqual([]);
  });
});
