import { reversedPatch } from '../../../core/patches/reversed-patch';

const lines = (...text: readonly string[]): string => `${text.join('\n')}\n`;

describe('the opposite of a diff', () => {
  it('swaps the lines, the counts and the sides of each hunk', () => {
    const diff = lines(
      ...['diff --git a/x.py b/x.py', 'index 1..2 100644', '--- a/x.py', '+++ b/x.py'],
      ...['@@ -1,3 +1,2 @@ def f', ' a', '-b', '--- c', '+++ d', '@@ -9 +8,2 @@', ' e', '+f'],
    );
    expect(reversedPatch(diff)).toBe(
      lines(
        ...['diff --git a/x.py b/x.py', '--- a/x.py', '+++ b/x.py'],
        ...['@@ -1,2 +1,3 @@ def f', ' a', '+b', '+-- c', '-++ d', '@@ -8,2 +9 @@', ' e', '-f'],
      ),
    );
  });

  it('deletes a file that is added, and keeps what is said of its last line', () => {
    const added = lines(
      ...['diff --git a/y b/y', 'new file mode 100644', '--- /dev/null', '+++ b/y'],
      ...['@@ -0,0 +1 @@', '+z', '\\ No newline at end of file'],
    );
    const deleted = lines(
      ...['diff --git a/y b/y', 'deleted file mode 100644', '--- a/y', '+++ /dev/null'],
      ...['@@ -1 +0,0 @@', '-z', '\\ No newline at end of file'],
    );
    expect(reversedPatch(added)).toBe(deleted);
    expect(reversedPatch(deleted)).toBe(added);
  });

  it.each(['rename from a', 'GIT binary patch', 'old mode 100644'])(
    'is not made of a diff with %s',
    (line) => {
      expect(reversedPatch(lines('diff --git a/x b/y', line))).toBeNull();
    },
  );

  it('is not made of a diff that is cut off', () => {
    expect(reversedPatch(lines('--- a/x', '+++ b/x', '@@ -1,2 +1,2 @@', ' a'))).toBeNull();
  });
});
