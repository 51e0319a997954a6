import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

import { ContainerEnd, containerProcess } from '../../../sandbox/docker-container-end';

/** Longer than a few looks. */
const aWhileMs = 150;
const children: ChildProcess[] = [];

function startSleep(): ChildProcess {
  const child = spawn('/bin/sleep', ['60'], { stdio: 'ignore' });
  children.push(child);
  return child;
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

describe('a container whose first process is not to be seen here', () => {
  const id = 'f'.repeat(64);

  it.each([
    ['because the engine tells the id of a process outside of it', (pid: number) => pid],
    ['because the engine says that it does not run', () => null],
    ['because no process has the id that the engine tells', () => 2 ** 30],
  ])('is left alone, %s', async (_, firstProcess) => {
    const { pid = 0 } = startSleep();
    expect(containerProcess(id, pid)).toBeNull();
    let told = false;
    const end = new ContainerEnd({
      id,
      firstProcess: () => Promise.resolve(firstProcess(pid)),
      tell: () => (told = true),
    });
    await sleep(aWhileMs);
    process.kill(pid, 'SIGKILL');
    await sleep(aWhileMs);
    expect([told, end.stop()]).toEqual([false, false]);
  });

  it('is left alone when the engine does not answer', async () => {
    let told = false;
    const end = new ContainerEnd({
      id,
      firstProcess: () => Promise.reject(new Error('no')),
      tell: () => (told = true),
    });
    await sleep(aWhileMs);
    expect([told, end.stop()]).toEqual([false, false]);
  });
});
