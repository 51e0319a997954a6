import { SandboxUnsafeError } from '../../sandbox/errors';
import { isolationFaults, ownNamespaces, requireIsolation } from '../../sandbox/isolation';
import { isolation } from './scripted-backend';

describe('isolationFaults', () => {
  it('finds none in a box that is what it should be', () => {
    expect(isolationFaults(isolation, { pid: 'pid:[2]' })).toEqual([]);
  });

  it.each([
    [{ pid: 2 }, 'process 2'],
    [{ uid: 0 }, 'root'],
    [{ capabilities: '0000000000000400' }, 'capabilities 0000000000000400'],
    [{ noNewPrivileges: false }, 'no_new_privs'],
    [{ namespaces: { ...isolation.namespaces, net: null } }, 'net namespace is unknown'],
    [{ namespaces: { ...isolation.namespaces, mnt: 'mnt:[9]' } }, "mnt namespace is the host's"],
  ])('names the fault of %j', (fault, words) => {
    const faults = isolationFaults({ ...isolation, ...fault }, { mnt: 'mnt:[9]' });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(words);
  });

  it('refuses a box that shares this process’s own namespaces', () => {
    const shared = { ...isolation, namespaces: ownNamespaces() };
    expect(() => requireIsolation('bubblewrap', shared)).toThrow(SandboxUnsafeError);
  });
});
