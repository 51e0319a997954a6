import { endsAtOnce, RowsAtOnce, rowsEnd } from '../../../core/code-feedback/rows-at-once';
import type { PlannedRow } from '../../../core/kinds/dataset/schema';
import { Recipe } from '../../../core/schemas/recipe';
import { sourceRow } from '../../report/datasets/made-dataset';

const recipeWith = (changes: object) =>
  Recipe.parse({
    name: 'small',
    sources: [{ name: 'own', file: 'own.jsonl' }],
    methods: { keep: {}, pack: {}, simulate: {} },
    ...changes,
  });
const planned = (method: PlannedRow['method']): PlannedRow => ({
  ...{ row: sourceRow('own/0'), method, partners: [], errorClass: null },
});
const unrated = { filter: { combine: 'none' } };

describe('a row ends at once', () => {
  it.each([
    ['a dialogue that is kept', 'keep', {}, true],
    ['an instruction to pack without a filter', 'pack', unrated, true],
    ['an instruction to pack that is rated first', 'pack', {}, false],
    ['one that is embedded', 'pack', { ...unrated, models: { embedder: 'mini' } }, false],
    ['one that models talk about', 'simulate', unrated, false],
  ] as const)('%s: %s', (_, method, changes, ends) => {
    expect(endsAtOnce(planned(method), recipeWith(changes))).toBe(ends);
  });
});

describe('rows that end at once', () => {
  const atOnce = new RowsAtOnce();
  atOnce.addPage(0, [true, true, false, true]);
  atOnce.addPage(4, [true, true, true]);

  it('are one item with their neighbours in a page, if there is more than one', () => {
    expect(atOnce.ranges).toEqual([
      [0, 2],
      [4, 7],
    ]);
  });

  it.each([
    [0, 2],
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 7],
    [6, 7],
    [7, 8],
  ])('the item of position %d ends at %d', (position, end) => {
    expect(rowsEnd(atOnce.ranges, position)).toBe(end);
  });

  it('leave other rows alone', () => {
    expect(rowsEnd([], 5)).toBe(6);
  });
});
