import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  MemoryGroups,
  groupName,
  reapMemoryGroups,
  type ControlGroups,
  type MemoryGroup,
} from '../../../sandbox/bubblewrap/memory-group';
import { thisOwner } from '../../../processes/owner';

const stateLabel = 'a-state-folder';
const megabyte = 1024 * 1024;
/** Higher than the kernel gives out by default. */
const deadOwner = { ...thisOwner(), pid: 2 ** 22 + 1, started: '12345' };

/** The files that the kernel puts into a group, with what they say at first. */
type GroupFiles = Readonly<Record<string, string>>;

const versionOne: GroupFiles = {
  'memory.limit_in_bytes': '9223372036854771712',
  'memory.memsw.limit_in_bytes': '9223372036854771712',
  'cgroup.procs': '',
};
const versionTwo: GroupFiles = {
  'memory.max': 'max',
  'memory.swap.max': 'max',
  'cgroup.procs': '',
};

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'espalier-groups-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

function write(folder: string, files: GroupFiles): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

/** A folder that behaves as the kernel's: a new group has its files, and goes with them. */
function kernel(files: GroupFiles): ControlGroups {
  return {
    root,
    make: (folder) => {
      mkdirSync(folder);
      write(folder, files);
    },
    remove: (folder) => {
      rmSync(folder, { recursive: true });
    },
  };
}

function kernelOfVersionOne(files: GroupFiles = versionOne): ControlGroups {
  mkdirSync(join(root, 'memory'));
  write(join(root, 'memory'), files);
  return kernel(files);
}

function kernelOfVersionTwo(controllers = 'cpuset cpu io memory pids\n'): ControlGroups {
  writeFileSync(join(root, 'cgroup.subtree_control'), controllers);
  return kernel(versionTwo);
}

const folderOf = ({ shown }: MemoryGroup): string => shown[0].folder;

function opened(place: ControlGroups): MemoryGroups {
  const groups = MemoryGroups.open(stateLabel, place);
  if (!(groups instanceof MemoryGroups)) throw new Error(groups.why);
  return groups;
}

function read(folder: string, name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

describe('memory groups under version 1 of control groups', () => {
  it('limit memory, and memory with swap to the same', () => {
    const group = opened(kernelOfVersionOne()).create(100);
    expect(folderOf(group).startsWith(join(root, 'memory', 'espalier-'))).toBe(true);
    expect(group.shown[0].shownAt).toBe('/sys/fs/cgroup/memory');
    expect(read(folderOf(group), 'memory.limit_in_bytes')).toBe(String(100 * megabyte));
    expect(read(folderOf(group), 'memory.memsw.limit_in_bytes')).toBe(String(100 * megabyte));
  });

  it('do without a limit of swap where the kernel counts none', () => {
    const files = { 'memory.limit_in_bytes': '9223372036854771712', 'cgroup.procs': '' };
    const group = opened(kernelOfVersionOne(files)).create(100);
    expect(existsSync(join(folderOf(group), 'memory.memsw.limit_in_bytes'))).toBe(false);
  });
});

describe('a clock under version 1 of control groups', () => {
  /** As where CPU time is counted in a hierarchy of its own. */
  function withClock(): ControlGroups {
    mkdirSync(join(root, 'cpuacct'));
    write(join(root, 'cpuacct'), { 'cpuacct.usage': '0' });
    return kernelOfVersionOne();
  }

  it('is a group of the same name beside the one for memory, with the same processes', async () => {
    const group = opened(withClock()).create(64);
    group.join(4711);
    const clock = folderOf(group).replace('/memory/', '/cpuacct/');
    expect(group.shown.slice(1)).toEqual([{ folder: clock, shownAt: '/sys/fs/cgroup/cpuacct' }]);
    expect(read(clock, 'cgroup.procs')).toBe('4711');
    await group.remove();
    expect(readdirSync(join(root, 'cpuacct'))).toEqual(['cpuacct.usage']);
  });

  it('is reaped with the other', async () => {
    const place = withClock();
    const name = groupName(stateLabel, deadOwner, 1);
    for (const parent of ['memory', 'cpuacct']) place.make(join(root, parent, name));
    expect(await reapMemoryGroups(stateLabel, place)).toEqual([name]);
    expect(existsSync(join(root, 'cpuacct', name))).toBe(false);
  });
});

describe('memory groups under version 2 of control groups', () => {
  it('limit memory and allow no swap', () => {
    const group = opened(kernelOfVersionTwo()).create(100);
    expect(folderOf(group).startsWith(join(root, 'espalier-'))).toBe(true);
    expect(group.shown[0].shownAt).toBe('/sys/fs/cgroup');
    expect(read(folderOf(group), 'memory.max')).toBe(String(100 * megabyte));
    expect(read(folderOf(group), 'memory.swap.max')).toBe('0');
  });

  it('are not made where the controller is not handed down', () => {
    const answer = MemoryGroups.open(stateLabel, kernelOfVersionTwo('cpuset cpu pids\n'));
    expect(answer).toEqual({ why: `no memory controller under ${root}` });
  });

  it('are not used beside a memory controller of version 1', () => {
    kernelOfVersionTwo();
    const group = opened(kernelOfVersionOne()).create(100);
    expect(group.shown[0].shownAt).toBe('/sys/fs/cgroup/memory');
  });
});

describe.each([
  ['1', kernelOfVersionOne],
  ['2', kernelOfVersionTwo],
])('a memory group of version %s', (_, make) => {
  it('takes processes in, and goes when told to', async () => {
    const group = opened(make()).create(64);
    group.join(4711);
    expect(read(folderOf(group), 'cgroup.procs')).toBe('4711');
    await group.remove();
    expect(existsSync(folderOf(group))).toBe(false);
  });

  it('leaves no trial behind', () => {
    const groups = opened(make());
    const [first, second] = [groups.create(64), groups.create(64)];
    expect(folderOf(first)).not.toBe(folderOf(second));
    const serial = Number(/-(\d+)$/.exec(folderOf(first))?.[1]);
    expect(existsSync(folderOf(first).replace(/\d+$/, String(serial - 1)))).toBe(false);
  });

  it('is tried again while the kernel has not let go of its last process', async () => {
    const place = make();
    let busy = 3;
    const remove = (folder: string): void => {
      busy -= 1;
      if (busy >= 0) throw Object.assign(new Error('busy'), { code: 'EBUSY' });
      place.remove(folder);
    };
    const group = opened(place).create(64);
    const slow = { ...place, remove };
    const reaped = groupName(stateLabel, deadOwner, 1);
    const folder = folderOf(group).replace(/[^/]+$/, reaped);
    place.make(folder);
    expect(await reapMemoryGroups(stateLabel, slow)).toEqual([reaped]);
    expect(existsSync(folder)).toBe(false);
    expect(busy).toBe(-1);
  });

  it('is reaped when its maker is dead, and left alone while it lives or is another’s', async () => {
    const place = make();
    const living = opened(place).create(64);
    const beside = (name: string): string => folderOf(living).replace(/[^/]+$/, name);
    const dead = groupName(stateLabel, deadOwner, 7);
    const other = groupName('another-state-folder', deadOwner, 7);
    for (const name of [dead, other]) place.make(beside(name));
    expect(await reapMemoryGroups(stateLabel, place)).toEqual([dead]);
    expect([folderOf(living), beside(other)].map((one) => existsSync(one))).toEqual([true, true]);
    expect(existsSync(beside(dead))).toBe(false);
  });

  it('that the kernel refuses is named with the reason, and nothing stays', () => {
    const place = make();
    const refusal = Object.assign(new Error('no'), { code: 'EACCES' });
    const answer = MemoryGroups.open(stateLabel, {
      ...place,
      make: () => {
        throw refusal;
      },
    });
    expect(answer).toEqual({ why: expect.stringMatching(/: EACCES$/) as string });
  });
});

it('a machine without control groups is told so', () => {
  expect(MemoryGroups.open(stateLabel, kernel(versionOne))).toEqual({
    why: `no memory controller under ${root}`,
  });
});
