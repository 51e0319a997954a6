import { changesIn, isPatch, rangesIn } from '../../../../llm/simulated/bank/changes-in';
import { patchTo } from '../patch-samples';

const added = [
  'diff --git a/new.py b/new.py',
  'new file mode 100644',
  '--- /dev/null',
  '+++ b/new.py',
  '@@ -0,0 +1 @@',
  '+x = 1',
  '',
].join('\n');

describe('a recorded patch', () => {
  it('is told from a program', () => {
    expect([patchTo('1'), `\n${added}`, '--- a/x\n+++ b/x\n'].map(isPatch)).toEqual([
      ...[true, true, true],
    ]);
    expect(['x = 1\n', '"""\ndiff --git a/x b/x\n"""\n', ''].map(isPatch)).toEqual([
      ...[false, false, false],
    ]);
  });

  it('is the same change with other context, headers and order of lines', () => {
    const other = [
      '--- a/pkg/total.py',
      '+++ b/pkg/total.py',
      '@@ -11,1 +11,2 @@',
      '+    return 1',
      '+    # ---',
      '-    return 0',
      '@@ -20,1 +21,0 @@',
      '-    # ---',
    ].join('\n');
    expect(changesIn(other)).toBe(changesIn(patchTo('1')));
    expect(changesIn(patchTo('2'))).not.toBe(changesIn(patchTo('1')));
  });

  it('keeps lines of a hunk that look like headers', () => {
    const odd = ['--- a/x.sql', '+++ b/x.sql', '@@ -1,1 +1,1 @@', '--- old', '+++ new', ''];
    expect(changesIn(odd.join('\n'))).toBe('x.sql\n+++ new\n--- old');
  });

  it('changes lines of files that were there before it', () => {
    expect(rangesIn(`${patchTo('1')}${added}`)).toEqual([
      { path: 'pkg/total.py', first: 10, last: 12 },
    ]);
  });
});
