import { buildBubblewrapArguments } from '../../../sandbox/bubblewrap/arguments';
import type { RootFolder } from '../../../sandbox/bubblewrap/root-folder';

const root: RootFolder = {
  root: '/srv/root',
  entries: [
    { kind: 'link', path: '/lib', target: 'usr/lib' },
    { kind: 'bind', path: '/lib64', source: '/srv/root/lib64' },
  ],
  python: '/usr/bin/python3',
  covered: ['/usr/local'],
};

function words(...counters: readonly { folder: string; shownAt: string }[]): string {
  const options = { root, bootstrap: 'BOOT', owner: 'me', cacheDescriptor: 3 };
  return buildBubblewrapArguments({ ...options, counters }).join(' ');
}

describe('the command line of a cell', () => {
  it('isolates from everything, keeps no capability and never is root', () => {
    expect(words()).toContain('--unshare-all --unshare-user --uid 65534 --gid 65534');
    expect(words()).toContain('--cap-drop ALL --die-with-parent --new-session --as-pid-1');
    expect(words()).not.toMatch(/ --(bind|dev-bind|share-net) /);
  });

  it('leaves user namespaces to the cell, which makes boxes of them', () => {
    expect(words()).not.toContain('--disable-userns');
  });

  it('shows the root read-only and covers what Python does not need', () => {
    expect(words()).toContain('--ro-bind /srv/root/usr /usr');
    expect(words()).toContain('--tmpfs /usr/local --remount-ro /usr/local');
    expect(words()).toContain('--symlink usr/lib /lib --ro-bind /srv/root/lib64 /lib64');
  });

  it('shows folders of the machine to the guest once more, and of a file only a copy', () => {
    for (const path of ['/usr', '/lib64', '/etc/alternatives']) {
      expect(words()).toContain(`/srv/root${path} /.shared${path}`);
    }
    expect(words()).toContain('--file 3 /etc/ld.so.cache');
    expect(words()).not.toContain('/srv/root/etc/ld.so.cache');
  });

  it('makes /dev and / read-only after everything is mounted, and scratch of limited size', () => {
    const text = words();
    expect(text).toContain('--size 1048576 --tmpfs /dev/shm --remount-ro /dev');
    expect(text).toContain('--size 1048576 --tmpfs /tmp');
    expect(text.indexOf('--remount-ro / ')).toBeGreaterThan(text.lastIndexOf('--tmpfs'));
  });

  it('starts the interpreter with a clear environment and the bootstrap only', () => {
    expect(words()).toContain('--clearenv');
    expect(words().endsWith('-- /usr/bin/python3 -s -B -c BOOT')).toBe(true);
  });

  it('shows its control groups read-only where there are any', () => {
    const shown = words({ folder: '/m/x', shownAt: '/cg/m' }, { folder: '/c/x', shownAt: '/cg/c' });
    expect(shown).toContain('--ro-bind /m/x /cg/m --ro-bind /c/x /cg/c --remount-ro / ');
  });

  it('has a file space only where it is asked for one', () => {
    expect(words()).not.toContain('/srv/guest');
    const options = { root, bootstrap: 'BOOT', owner: 'me', cacheDescriptor: 3, counters: [] };
    const shown = buildBubblewrapArguments({ ...options, filesMb: 2 }).join(' ');
    expect(shown).toContain('--perms 0700 --size 2097152 --tmpfs /srv');
    expect(shown).toContain('--symlink /srv/guest/hosts /etc/hosts');
  });
});
