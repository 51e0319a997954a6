import { describeIsolation, userFindings } from '../../sandbox/probe';
import { box, hello } from './scripted-backend';

describe('what a sandbox is, in words', () => {
  it('names Python, namespaces of cells and of boxes, the filter and the assurance', () => {
    const words = describeIsolation(hello);
    expect(words).toContain('Python 3.11.2 on x86_64');
    expect(words).toContain('own user, pid, mnt, net, ipc, uts namespaces');
    expect(words).toContain('user, pid, mnt namespaces of its own');
    expect(words).toContain('system calls filtered');
    expect(words).toContain('data by default');
  });

  it('counts as a box’s own only what each box has, not what the boxes of a cell share', () => {
    const shared = { ...box.namespaces, ipc: 'ipc:[2]', uts: 'uts:[2]' };
    const words = describeIsolation({ ...hello, box: { ...box, namespaces: shared } });
    expect(words).toContain('each program in a box with user, pid, mnt namespaces of its own');
  });

  it('leaves out what a box shares with its cell', () => {
    const shared = { ...box.namespaces, mnt: hello.isolation.namespaces['mnt'] ?? null };
    const words = describeIsolation({ ...hello, box: { ...box, namespaces: shared } });
    expect(words).toContain('each program in a box with user, pid namespaces of its own');
  });

  it('says whether programs of other cells see locks', () => {
    expect(describeIsolation(hello)).toContain('locks on files of the root stay in a cell');
    const words = describeIsolation({ ...hello, box: { ...box, ownFiles: false } });
    expect(words).toContain('are seen by other cells');
  });

  it('says it when there is no filter', () => {
    const words = describeIsolation({ ...hello, box: { ...box, seccomp: false } });
    expect(words).toContain('system calls not filtered');
  });
});

describe('the user that cells are started as', () => {
  it.each([
    [0, 'this is root: bubblewrap is started as a user of its own for each cell'],
    [1_000, 'bubblewrap is started as uid 1000, without rights to give up'],
  ])('is told to who is user %i', (uid, words) => {
    const [finding] = userFindings(uid);
    expect(finding).toMatchObject({ name: 'bubblewrap user', ok: true });
    expect(finding?.detail).toContain(words);
  });
});
