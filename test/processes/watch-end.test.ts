import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { eventually } from '../../laboratory/home/eventually';
import { childrenOf, processFacts, type ProcessFacts } from '../../processes/process-table';
import { watchEnd, type EndWatch } from '../../processes/watch-end';

/** Longer than a few looks. */
const aWhileMs = 150;
const children: ChildProcess[] = [];

async function start(command: string): Promise<ProcessFacts> {
  const child = spawn('/bin/sh', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  await once(child.stdout, 'data');
  const facts = processFacts(child.pid ?? 0);
  if (facts === null) throw new Error('it did not start');
  return facts;
}
const startSleep = (): Promise<ProcessFacts> => start('echo; exec sleep 60');

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

describe('the end of a process', () => {
  it('is told once, after it was killed and not before', async () => {
    const facts = await startSleep();
    let told = 0;
    const watch = watchEnd(facts, () => (told += 1));
    await sleep(aWhileMs);
    expect([told, watch.over()]).toEqual([0, false]);
    process.kill(facts.pid, 'SIGKILL');
    await eventually('the end is told', () => told > 0);
    await sleep(aWhileMs);
    expect([told, watch.over()]).toEqual([1, true]);
  });

  it('is told of one that nobody has reaped', async () => {
    const { pid } = await start('sleep 60 & echo; exec sleep 60');
    const [unreaped = 0] = childrenOf(pid);
    const facts = processFacts(unreaped);
    if (facts === null) throw new Error('no grandchild is seen');
    expect(facts.ended).toBe(false);
    // The shell reaps its children, `sleep` does not.
    const command = (): string => readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
    await eventually('the parent to be `sleep`', () => command() === 'sleep');
    const told = new Promise<void>((resolve) => watchEnd(facts, resolve));
    process.kill(unreaped, 'SIGKILL');
    await told;
    expect(processFacts(unreaped)).toMatchObject({ ended: true });
  });

  it('is told when another process has its id', async () => {
    const facts = await startSleep();
    const watch = await new Promise<EndWatch>((resolve) => {
      const begun = watchEnd({ ...facts, started: '1' }, () => resolve(begun));
    });
    expect(watch.over()).toBe(true);
  });

  it('is not told to who does not want to know any more', async () => {
    const facts = await startSleep();
    let told = false;
    const watch = watchEnd(facts, () => (told = true));
    watch.stop();
    // A watch that began later is told later.
    const other = new Promise<void>((resolve) => watchEnd(facts, resolve));
    process.kill(facts.pid, 'SIGKILL');
    await other;
    expect([told, watch.over()]).toEqual([false, true]);
  });
});
