import { nextOfFilter } from '../../../core/code-feedback/filter';
import { filterQuestion } from '../../../core/code-feedback/filter-question';
import type { FilterRule } from '../../../core/names/dataset-methods';
import { recipeOf, rowOf, shaOf } from './row-player';
import type { RowStep } from '../../../core/kinds/dataset/schema';

const rated = (value: string | null): RowStep => ({
  ...{ kind: 'asked', speaker: 'first-rater', reply: { sha256: shaOf(''), excerpt: '' } },
  ...{ program: null, value, unread: value === null, model: 'm', tokens: 1, calls: [] },
});

const after = (combine: FilterRule, values: readonly (string | null)[]) =>
  nextOfFilter(
    'simulate',
    { combine, minRating: 4, includeAnswer: false },
    values.map((value) => rated(value)),
  );

describe('the filter of instructions', () => {
  it.each<[FilterRule, string, string, string | null]>([
    ['and', '4', '4', null],
    ['and', '5', '3', 'filtered'],
    ['and', '3', '5', 'filtered'],
    ['or', '3', '4', null],
    ['or', '5', '1', null],
    ['or', '3', '3', 'filtered'],
  ])('with the rule %s decides on the ratings %s and %s', (rule, first, second, end) => {
    const next = after(rule, [first, second]);
    expect(next).toEqual(end === null ? null : { kind: 'end', end });
  });

  it('asks both raters, whatever the first one says, so that another rule asks nothing again', () => {
    for (const rule of ['and', 'or'] as const) {
      expect(after(rule, [])).toEqual({ kind: 'ask', speaker: 'first-rater' });
      for (const value of ['1', '5', null]) {
        expect(after(rule, [value])).toEqual({ kind: 'ask', speaker: 'second-rater' });
      }
    }
  });

  it('asks only the second rater, or nobody, if the recipe says so', () => {
    expect(after('second-only', [])).toEqual({ kind: 'ask', speaker: 'second-rater' });
    expect(after('second-only', ['4'])).toBeNull();
    expect(after('none', [])).toBeNull();
  });

  it('takes a rating that cannot be read for no low rating', () => {
    expect(after('and', [null, '5'])).toEqual({ kind: 'end', end: 'unrated' });
    expect(after('or', [null, '5'])).toBeNull();
  });

  it.each(['keep', 'similar', 'follow-up'] as const)('does not rate rows of %s', (method) => {
    const filter = { combine: 'and', minRating: 4, includeAnswer: false } as const;
    expect(nextOfFilter(method, filter, [])).toBeNull();
  });
});

describe('a question about the complexity of an instruction', () => {
  const question = (includeAnswer: boolean) => {
    const recipe = recipeOf({ filter: { includeAnswer } });
    const planned = { row: rowOf(), method: 'pack', partners: [], errorClass: null } as const;
    return filterQuestion(
      { planned: { ...planned, partners: [] }, recipe, steps: [] },
      'first-rater',
    );
  };

  it('shows the query in brackets, and the answer only if the recipe says so', () => {
    const [without, with_] = [question(false), question(true)].map(
      (one) => one.messages[0]?.content,
    );
    expect(without).toContain('[Sort a list of names.]');
    expect(without).not.toContain('Use sorted.');
    expect(with_).toContain('[Use sorted.]');
  });

  it.each([
    ['4', '4'],
    ['Score: 4\nIt needs a heap.', '4'],
    ['<think>maybe 2</think>\n5. Hard.', '5'],
    ['I give it 3 out of 5.', '3'],
    ['On a scale of 1 to 5, this is a 4.', '4'],
    ['On the 1-5 scale: 2', '2'],
    ['It needs 2 of the 3 usual steps. Rating: 5', '5'],
    ['10', null],
    ['4.5', null],
    ['hard', null],
  ])('reads %j as %j', (reply, rating) => {
    const read = question(false).read(reply);
    expect(read.ok ? read.value : null).toBe(rating);
  });
});
