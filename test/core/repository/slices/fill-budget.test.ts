import { fillBudget } from '../../../../core/repository/slices/fill-budget';
import type { SliceFragment } from '../../../../core/schemas/slice-fragment';

const words = (text: string) => text.split(/\s+/).filter(Boolean).length;

function fragment(
  path: string,
  start: number,
  text: string,
  more: Partial<SliceFragment> = {},
): SliceFragment {
  return {
    ...{ path, start, end: start + text.length, text, kind: 'definition', symbol: `${path}::x#1` },
    ...{ lines: { first: start + 1, last: start + 1 }, distance: 0, needs: [], indent: '' },
    ...{ reason: { by: null, edge: 'call', line: 1 }, opens: false, inner: '' },
    blockEnd: start + text.length,
    ...more,
  };
}

const header = fragment('a.py', 0, 'class A:', { opens: true, blockEnd: 90, inner: '    ' });
const member = fragment('a.py', 20, 'def m(self): return 1', { indent: '    ', needs: [1] });
const far = fragment('b.py', 5, 'def far(): return 2', { distance: 2 });
const small = fragment('b.py', 60, 'X = 1', { distance: 3 });

describe('filling a budget', () => {
  it('shows everything where there is room, what is farthest first', () => {
    const { chosen, text } = fillBudget([member, header, far, small], 'a.py', {
      tokens: 1_000,
      countTokens: words,
    });
    expect(chosen).toEqual([0, 1, 2, 3]);
    expect(text).toBe(
      '```python\n## b.py\ndef far(): return 2\n\nX = 1\n```\n\n' +
        '```python\n## a.py\nclass A:\n    def m(self): return 1\n```',
    );
  });

  it('takes a fragment with what it needs, or not at all', () => {
    const { chosen } = fillBudget([far, member, header], 'b.py', {
      tokens: words('```python ## b.py def far(): return 2 ```') + 3,
      countTokens: words,
    });
    expect(chosen).toEqual([0]);
  });

  it('gives something smaller the place of what did not fit', () => {
    const large = fragment('b.py', 5, 'word '.repeat(40), { distance: 1 });
    const { chosen, text } = fillBudget([member, header, large, small], 'a.py', {
      tokens: 22,
      countTokens: words,
    });
    expect(chosen).toEqual([0, 1, 3]);
    expect(words(text)).toBeLessThanOrEqual(22);
  });

  it('is never over the budget, whatever a text costs, and may be empty', () => {
    const pieces = Array.from({ length: 40 }, (_, at) =>
      fragment(`f${at % 3}.py`, at * 100, `x${'='.repeat(at % 7)}${at}`, { distance: at % 5 }),
    );
    for (let tokens = 0; tokens < 700; tokens += 13) {
      const { text } = fillBudget(pieces, 'f0.py', { tokens, countTokens: ({ length }) => length });
      expect(text.length).toBeLessThanOrEqual(tokens);
    }
    const none = fillBudget([far], 'b.py', { tokens: 3, countTokens: words });
    expect(none).toEqual({ chosen: [], text: '' });
  });

  it('says that a block is left out, and shows a fragment within another one once', () => {
    const whole = fragment('a.py', 0, 'class A: pass # whole class here');
    const inside = fragment('a.py', 9, 'pass');
    const budget = { tokens: 100, countTokens: words };
    expect(fillBudget([header], 'a.py', budget).text).toContain('class A:\n    ...\n');
    expect(fillBudget([inside, whole], 'a.py', budget).text.match(/pass/g)).toHaveLength(1);
  });

  it('fences what holds a fence by a longer one', () => {
    const quoted = fragment('a.py', 0, 'X = """\n```\n"""');
    const { text } = fillBudget([quoted], 'a.py', { tokens: 100, countTokens: words });
    expect(text.startsWith('````python\n')).toBe(true);
  });
});
