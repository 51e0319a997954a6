import { readChange } from '../../../../core/patches/edits/read-change';

const before = new Map([
  ['pkg/sums.py', 'def total(a, b):\n    return a - b\n\n\ndef other(a, b):\n    return a - b\n'],
  ['pkg/open.txt', 'one\ntwo'],
  ['pkg/dos.txt', 'one\r\ntwo\r\nthree\r\n'],
]);

const fenced = (diff: string, info = 'diff'): string =>
  `Here it is.\n\`\`\`${info}\n${diff}\`\`\`\n`;
const header = '--- a/pkg/sums.py\n+++ b/pkg/sums.py\n';
const hunk = '@@ -1,3 +1,3 @@\n def total(a, b):\n-    return a - b\n+    return a + b\n \n';

function changed(reply: string, path = 'pkg/sums.py'): string | null | undefined {
  const { files, faults } = readChange(reply, before);
  expect(faults).toEqual([]);
  return files.get(path);
}

function faultsOf(reply: string): readonly string[] {
  const { files, faults } = readChange(reply, before);
  expect(files.size).toBe(0);
  return faults.map(({ kind }) => kind);
}

describe('the change of a reply', () => {
  it('is its SEARCH/REPLACE blocks', () => {
    const reply =
      '```python\n### pkg/sums.py\n<<<<<<< SEARCH\ndef total(a, b):\n    return a - b\n=======\n' +
      'def total(a, b):\n    return a + b\n>>>>>>> REPLACE\n```';
    expect(changed(reply)).toContain('a + b');
  });

  it('is a unified diff in a fence, whatever the fence says', () => {
    for (const info of ['diff', 'patch', '']) {
      expect(changed(fenced(header + hunk, info))).toMatch(
        /^def total\(a, b\):\n {4}return a \+ b\n/,
      );
    }
  });

  it('is a reply that is a diff without a fence', () => {
    expect(changed(`diff --git a/pkg/sums.py b/pkg/sums.py\n${header}${hunk}`)).toContain('a + b');
  });

  it('finds lines that stand elsewhere in one place only', () => {
    const moved = hunk.replace('@@ -1,3 +1,3 @@', '@@ -40,3 +40,3 @@');
    expect(changed(fenced(header + moved))).toContain('a + b');
  });

  it('is refused where its lines stand in several places and none is named', () => {
    const twice = '@@ -9,1 +9,1 @@\n-    return a - b\n+    return a + b\n';
    expect(faultsOf(fenced(header + twice))).toEqual(['ambiguous']);
    expect(changed(fenced(header + twice.replaceAll('9,1', '6,1')))).toMatch(/a - b[^]*a \+ b\n$/);
  });

  it('is refused with lines that do not stand in the file', () => {
    expect(faultsOf(fenced(header + hunk.replace('a - b', 'a  - b')))).toEqual(['not-found']);
  });

  it('is refused if a hunk has other lines than its header says, as if it were cut off', () => {
    expect(faultsOf(fenced(header + hunk.replace('1,3 +1,3', '1,4 +1,4')))).toEqual(['malformed']);
    expect(faultsOf(fenced(header + hunk.replace('1,3 +1,3', '1,2 +1,2')))).toEqual(['malformed']);
  });

  it('makes, removes and renames files', () => {
    const made = '--- /dev/null\n+++ b/new.py\n@@ -0,0 +1 @@\n+x = 1\n';
    expect(changed(fenced(made), 'new.py')).toBe('x = 1\n');
    const gone =
      '--- a/pkg/open.txt\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-two\n\\ No newline at end of file\n';
    expect(changed(fenced(gone), 'pkg/open.txt')).toBeNull();
    const renamed =
      'diff --git a/pkg/open.txt b/x.txt\nsimilarity index 100%\nrename from pkg/open.txt\nrename to x.txt\n';
    const { files } = readChange(fenced(renamed), before);
    expect([...files]).toEqual([
      ['pkg/open.txt', null],
      ['x.txt', 'one\ntwo'],
    ]);
  });

  it('keeps the ends of lines and of the file', () => {
    const dos = '--- a/pkg/dos.txt\n+++ b/pkg/dos.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n';
    expect(changed(fenced(dos), 'pkg/dos.txt')).toBe('one\r\n2\r\nthree\r\n');
    const open = '--- a/pkg/open.txt\n+++ b/pkg/open.txt\n@@ -1,2 +1,2 @@\n-one\n+1\n two\n';
    expect(changed(fenced(open), 'pkg/open.txt')).toBe('1\ntwo');
  });

  it('of nothing, of unknown files and of no edits is a fault of its kind', () => {
    expect(faultsOf('I cannot.')).toEqual(['no-edits']);
    expect(faultsOf(fenced(`--- a/no.py\n+++ b/no.py\n${hunk}`))).toEqual(['unknown-file']);
    expect(faultsOf(fenced(`--- /dev/null\n+++ b/pkg/sums.py\n@@ -0,0 +1 @@\n+x\n`))).toEqual([
      'file-exists',
    ]);
    const same = '@@ -1,1 +1,1 @@\n-def total(a, b):\n+def total(a, b):\n';
    expect(faultsOf(fenced(header + same))).toEqual(['no-change']);
  });
});
