import { treeWords } from '../../../../core/python-values/tree-words';
import { expectedWords } from '../../../../core/tasks/harness/expected-words';
import { recordOf, valueOf } from '../../repository/sample-records';

test('calls are told before observations, record by record, and nothing is told of none', () => {
  const raises = { type: 'builtins:ValueError', bases: [], message: 'odd' };
  const second = recordOf('b', {
    calls: [{ outcome: { raises }, arguments: [] }],
    observations: [3],
  });
  expect(expectedWords([valueOf('a', [1, 2]), second, valueOf('c', 5)])).toBe(
    '[1, 2]; raises ValueError: odd; 3; 5',
  );
  expect(expectedWords([])).toBeNull();
  expect(expectedWords([recordOf('a', {})])).toBeNull();
});

test('a long value is cut', () => {
  const long = 'x'.repeat(1_000);
  const words = treeWords(long, 300);
  expect(words.length).toBeLessThan(400);
  expect(expectedWords([valueOf('a', long)])).toBe(words);
  expect(expectedWords([recordOf('a', { observations: [long] })])).toBe(words);
});
