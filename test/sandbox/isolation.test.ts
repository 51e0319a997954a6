import { SandboxUnsafeError } from '../../sandbox/errors';
import { boxFaults, cellFaults, ownNamespaces, requireIsolation } from '../../sandbox/isolation';
import { box, hello, isolation } from './scripted-backend';

const root: [object, string] = [{ uid: 0 }, 'root'];
const rights: readonly [object, string][] = [
  root,
  [{ capabilities: '0000000000000400' }, 'capabilities 0000000000000400'],
  [{ capabilities: '' }, 'capabilities'],
  [{ noNewPrivileges: false }, 'no_new_privs'],
];

describe('a cell', () => {
  it('is fine when it is what it should be', () => {
    expect(cellFaults(isolation, { pid: 'pid:[2]' })).toEqual([]);
  });

  it.each([
    ...rights,
    [{ pid: 2 }, 'process 2'],
    [{ namespaces: { ...isolation.namespaces, net: null } }, 'net namespace is unknown'],
    [{ namespaces: { ...isolation.namespaces, mnt: 'mnt:[9]' } }, "mnt namespace is the host's"],
  ])('has its fault named: %j', (fault, words) => {
    const faults = cellFaults({ ...isolation, ...fault }, { mnt: 'mnt:[9]' });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(words);
  });
});

describe('a box', () => {
  it('is fine when it is walled off from its cell, whose network it may share', () => {
    expect(boxFaults(box, isolation)).toEqual([]);
    expect(box.namespaces.net).toBe(isolation.namespaces.net);
  });

  it.each([
    ...rights,
    [{ pid: 7 }, 'process 7'],
    [{ seccomp: false }, 'system calls are not filtered'],
    ...(['user', 'pid', 'mnt'] as const).flatMap((name): [object, string][] => [
      [
        { namespaces: { ...box.namespaces, [name]: isolation.namespaces[name] } },
        `the ${name} namespace is the cell's`,
      ],
      [{ namespaces: { ...box.namespaces, [name]: null } }, `the ${name} namespace is unknown`],
    ]),
  ])('has its fault named: %j', (fault, words) => {
    const faults = boxFaults({ ...box, ...fault }, isolation);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(words);
    expect(faults[0]).toContain('in a box');
  });

  it('of a cell that does not know its own namespaces cannot be told from it', () => {
    const blind = { ...isolation, namespaces: { ...isolation.namespaces, user: null } };
    expect(boxFaults(box, blind)).toHaveLength(1);
  });
});

describe('requireIsolation', () => {
  it('accepts a hello without a fault', () => {
    expect(() => requireIsolation('bubblewrap', hello)).not.toThrow();
  });

  it('refuses a cell that shares this process’s own namespaces, and boxes without walls', () => {
    const shared = { ...hello, isolation: { ...isolation, namespaces: ownNamespaces() } };
    expect(() => requireIsolation('bubblewrap', shared)).toThrow(SandboxUnsafeError);
    const bare = { ...hello, box: { ...isolation, ownFiles: true } };
    expect(() => requireIsolation('docker', bare)).toThrow(/in a box.*not filtered/);
  });
});
