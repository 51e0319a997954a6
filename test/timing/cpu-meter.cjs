// CPU time of a test file: of its process and of every process it starts, detached ones too.
// A cpuacct control group of version 1 counts all of them. Where none can be made, the kernel's figures for this
// process and the children it waited for are used; detached processes are then missing from the sum.
'use strict';
const {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmdirSync,
  writeFileSync,
} = require('node:fs');
const { dirname, join } = require('node:path');

/**
 * The group that this process is in, as a folder below the mounted hierarchy.
 * @param cgroups text of /proc/self/cgroup
 */
function ownGroup(mount, cgroups) {
  const row = cgroups
    .split('\n')
    .find((line) => line.split(':')[1]?.split(',').includes('cpuacct'));
  const group = join(mount, (row ?? '').split(':').slice(2).join(':'));
  // In some containers, the own group is what is mounted, and its path names a folder outside of the container.
  return existsSync(group) ? group : mount;
}

const home = () => ownGroup('/sys/fs/cgroup/cpuacct', readFileSync('/proc/self/cgroup', 'utf8'));
/** Groups of this test run: of the process that reports and of the test processes below it. */
const prefix = () => `espalier-test-${process.env.ESPALIER_TEST_GROUP ?? process.pid}-`;
/** Clock ticks a second in /proc: 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

function ownAndWaitedMs() {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // Fields 14 to 17, counted after the name in brackets: user, system, and the same of waited children.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return (ticks * 1000) / ticksPerSecond;
}

function moveAll(from, to) {
  for (const pid of readFileSync(join(from, 'cgroup.procs'), 'utf8').split('\n')) {
    if (pid === '') continue;
    try {
      writeFileSync(join(to, 'cgroup.procs'), pid);
    } catch {
      // The process has ended.
    }
  }
}

/** Moves the processes of a group to the group above it, where they came from, and removes the group. */
function removeGroup(group) {
  try {
    moveAll(group, dirname(group));
    rmdirSync(group);
  } catch {
    // Another run removed it, or a process started meanwhile: `sweep` tries again.
  }
}

/** Starts to measure. The function it returns ends the measurement and gives the CPU time in milliseconds, or null. */
function startMeter() {
  let group;
  try {
    group = join(home(), `${prefix()}${process.pid}`);
    mkdirSync(group, { recursive: true });
    writeFileSync(join(group, 'cgroup.procs'), String(process.pid));
  } catch {
    const before = ownAndWaitedMs();
    return () => ownAndWaitedMs() - before;
  }
  const usageMs = () => Number(readFileSync(join(group, 'cpuacct.usage'), 'utf8')) / 1e6;
  const before = usageMs();
  return () => {
    try {
      return usageMs() - before;
    } catch {
      // Somebody removed the group.
      return null;
    } finally {
      removeGroup(group);
    }
  };
}

/** Removes the groups that killed test processes of this run left. */
function sweep() {
  let groups = [];
  try {
    const folder = home();
    groups = readdirSync(folder)
      .filter((name) => name.startsWith(prefix()))
      .map((name) => join(folder, name));
  } catch {
    return;
  }
  for (const group of groups) removeGroup(group);
}

module.exports = { ownGroup, removeGroup, startMeter, sweep };
