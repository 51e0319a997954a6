import type { Instance } from '../../../../core/schemas/environment-instance';
import { bodyPatches, newFilePatch } from '../../../../report/environments/export/patches';
import { fragmentOf } from '../../../core/repository/sample-fragment';

const path = 'pkg/m.py';
const head = ['def f(a):', '    """One.', '', '    Two.', '    """'];
const source = [...head, '    b = a', '    return b', ''].join('\n');
const stub = [...head, '    raise NotImplementedError', ''].join('\n');

/** A definition on lines 10 to 16, and what is known of its file. */
function patchesWith(...full: Instance['contexts']['full']): ReturnType<typeof bodyPatches> {
  const definition = { path, lines: { first: 10, last: 16 }, source, stub };
  return bodyPatches({ definition, contexts: { dependency: [], full } } as unknown as Instance);
}

test('a patch goes from the stub to the body with three lines before it, and another back', () => {
  const { solve, remove } = patchesWith();
  const common = ['diff --git a/pkg/m.py b/pkg/m.py', '--- a/pkg/m.py', '+++ b/pkg/m.py'];
  const before = [' ', '     Two.', '     """'];
  expect(solve.split('\n')).toEqual([
    ...[...common, '@@ -12,4 +12,5 @@', ...before],
    ...['-    raise NotImplementedError', '+    b = a', '+    return b', ''],
  ]);
  expect(remove.split('\n')).toEqual([
    ...[...common, '@@ -12,5 +12,4 @@', ...before],
    ...['-    b = a', '-    return b', '+    raise NotImplementedError', ''],
  ]);
});

test('three lines behind the definition stand in a patch, where they are known without a gap', () => {
  const behind = (...fragments: Instance['contexts']['full']): readonly string[] => {
    const lines = patchesWith(...fragments).solve.split('\n');
    return lines.slice(lines.indexOf('+    return b') + 1, -1);
  };
  expect(behind(fragmentOf(path, 17, 'A\nB\nC\nD'))).toEqual([' A', ' B', ' C']);
  expect(behind(fragmentOf(path, 18, 'B'), fragmentOf(path, 17, 'A', { indent: '  ' }))).toEqual([
    ...['   A', ' B'],
  ]);
  expect(behind(fragmentOf(path, 18, 'B'))).toEqual([]);
  expect(behind(fragmentOf(path, 17, 'A'), fragmentOf(path, 19, 'C'))).toEqual([' A']);
  expect(behind(fragmentOf('pkg/n.py', 17, 'A'))).toEqual([]);
  expect(behind(fragmentOf(path, 16, 'the last line\nA'))).toEqual([]);
  expect(patchesWith(fragmentOf(path, 17, 'A\nB')).solve).toContain('@@ -12,6 +12,7 @@');
});

test('a definition that differs from its stub in its first line has nothing before it', () => {
  const definition = { path, lines: { first: 1, last: 1 }, source: 'x = 1\n', stub: 'x = 2\n' };
  const contexts = { dependency: [], full: [] };
  expect(bodyPatches({ definition, contexts } as unknown as Instance).solve).toContain(
    '@@ -1,1 +1,1 @@\n-x = 2\n+x = 1\n',
  );
});

test('a patch adds a file, line by line', () => {
  expect(newFilePatch('a/b.txt', 'one\ntwo\n').split('\n')).toEqual([
    ...['diff --git a/a/b.txt b/a/b.txt', 'new file mode 100644', '--- /dev/null'],
    ...['+++ b/a/b.txt', '@@ -0,0 +1,2 @@', '+one', '+two', ''],
  ]);
});
