import { applyDiff } from '../../../core/patches/edits/apply-diff';
import { readDiff } from '../../../core/patches/edits/read-diff';
import { wrongPatches } from '../../../core/patches/wrong-patches';

const file = [
  ...['def total(items):', '    count = 0', '    for item in items:', '        count += item'],
  ...['    return count', '', '', 'def mean(items):', '    return total(items)', ''],
].join('\n');
const before = new Map([
  ['pkg/total.py', file],
  ['docs/total.py', file],
]);

const header = (path: string): readonly string[] => [
  ...[`diff --git a/${path} b/${path}`, `--- a/${path}`, `+++ b/${path}`],
];
const first = ['@@ -1,3 +1,4 @@', ' def total(items):', '-    count = 0', '+    count = 10'];
const right = [
  ...[...header('pkg/total.py'), ...first, "+    name = 'total'", '     for item in items:'],
  ...['@@ -7,3 +8,5 @@ def total(items):', ' ', ' def mean(items):', '+    if not items:'],
  ...['+        return None', '     return total(items)', ''],
].join('\n');

/** The changed file after a patch; the words of the faults where it does not apply. */
function after(patch: string, path = 'pkg/total.py'): string {
  const { files, faults } = applyDiff(before, readDiff(patch).files);
  return faults.map(({ text }) => text).join('\n') || (files.get(path) ?? '');
}

describe('wrong patches made of a right one', () => {
  it('leave out a hunk, have another operator or constant, or only a comment, and all apply', () => {
    const made = wrongPatches(right);
    expect(made.map((one) => one.made)).toEqual([
      ...['one hunk less', 'one hunk less'],
      ...['another operator or constant', 'another operator or constant', 'a comment alone'],
    ]);
    const [second, one, number, condition, comment] = made.map(({ patch }) => after(patch));
    expect(second).toBe(after(right).replace("count = 10\n    name = 'total'", 'count = 0'));
    expect(one).toBe(after(right).replace('    if not items:\n        return None\n', ''));
    expect(number).toBe(after(right).replace('10', '11'));
    expect(condition).toBe(after(right).replace('if not items', 'if items'));
    expect(comment).toBe(`# To be solved.\n${file}`);
  });

  it('change nothing in documentation and tests', () => {
    const documented = right.replaceAll('pkg/total.py', 'docs/total.py');
    expect(wrongPatches(documented)).toEqual([]);
  });

  it('of a new file keep it new', () => {
    const added = [
      ...['diff --git a/new.py b/new.py', 'new file mode 100644', '--- /dev/null', '+++ b/new.py'],
      ...['@@ -0,0 +1,2 @@', '+limit = 3', '+# a + b', ''],
    ].join('\n');
    const [only, ...more] = wrongPatches(added);
    expect([only?.made, more]).toEqual(['another operator or constant', []]);
    expect(after(only?.patch ?? '', 'new.py')).toBe('limit = 4\n# a + b\n');
  });

  it('take each file of a patch for itself', () => {
    const twice = `${right}${right.replaceAll('pkg/total.py', 'docs/total.py')}`;
    const [less] = wrongPatches(twice);
    expect(after(less?.patch ?? '', 'docs/total.py')).toBe(after(right));
  });
});
