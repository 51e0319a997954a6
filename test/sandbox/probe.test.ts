import { describeIsolation } from '../../sandbox/probe';
import { box, hello } from './scripted-backend';

describe('what a sandbox is, in words', () => {
  it('names Python, namespaces of cells and of boxes, the filter and the assurance', () => {
    const words = describeIsolation(hello);
    expect(words).toContain('Python 3.11.2 on x86_64');
    expect(words).toContain('own user, pid, mnt, net, ipc, uts namespaces');
    expect(words).toContain('user, pid, mnt namespaces of its own');
    expect(words).toContain('system calls filtered');
    expect(words).toContain('split by default');
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

  it('says it when there is no filter', () => {
    const words = describeIsolation({ ...hello, box: { ...box, seccomp: false } });
    expect(words).toContain('system calls not filtered');
  });
});
