import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { ownGroup, removeGroup } = jest.requireActual<{
  readonly ownGroup: (mount: string, cgroups: string) => string;
  readonly removeGroup: (group: string) => void;
}>('./cpu-meter.cjs');

describe('the group of a measured process', () => {
  let mount: string;
  beforeEach(() => {
    mount = mkdtempSync(join(tmpdir(), 'espalier-groups-'));
    mkdirSync(join(mount, 'user', 'a:b'), { recursive: true });
  });
  afterEach(() => rmSync(mount, { recursive: true, force: true }));

  it.each([
    ['the group that the kernel names', '3:cpu,cpuacct:/user/a:b\n2:pids:/x\n0::/y\n', 'user/a:b'],
    ['the mounted group, when the kernel names one that is not there', '3:cpuacct:/docker/1\n', ''],
    ['the mounted group, when the kernel names none', '0::/y\n', ''],
  ])('is below %s', (_, cgroups, path) => {
    expect(ownGroup(mount, cgroups)).toBe(join(mount, path));
  });

  it('gives its processes back to the group above it', () => {
    const above = join(mount, 'user');
    const group = join(above, 'a:b');
    writeFileSync(join(group, 'cgroup.procs'), '4711\n');
    removeGroup(group);
    expect(readFileSync(join(above, 'cgroup.procs'), 'utf8')).toBe('4711');
  });
});
