// CPU time of a test file: of its process and of every process it starts, detached ones too.
// A cpuacct control group of version 1 counts all of them. Where none can be made, the kernel's figures for this
// process and the children it waited for are used; detached processes are then missing from the sum.
'use strict';
const { mkdirSync, readFileSync, readdirSync, rmdirSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const root = '/sys/fs/cgroup/cpuacct';
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

function removeGroup(group) {
  try {
    moveAll(group, root);
    rmdirSync(group);
  } catch {
    // Another run removed it, or a process started meanwhile: `sweep` tries again.
  }
}

/** Starts to measure. The function it returns ends the measurement and gives the CPU time in milliseconds, or null. */
function startMeter() {
  const group = join(root, `${prefix()}${process.pid}`);
  try {
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
  let names = [];
  try {
    names = readdirSync(root).filter((name) => name.startsWith(prefix()));
  } catch {
    return;
  }
  for (const name of names) removeGroup(join(root, name));
}

module.exports = { startMeter, sweep };
