import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { identifyProcess, isRunning } from '../../processes/process-identity';
import { eventually } from '../../laboratory/home/eventually';

/** A process whose first thread ends and whose second one goes on. */
const leaderless = `
import ctypes, threading, time
threading.Thread(target=lambda: time.sleep(30)).start()
ctypes.CDLL(None).pthread_exit(None)
`;

const stateOf = (pid: number): string | undefined =>
  /\) (\w)/.exec(readFileSync(`/proc/${String(pid)}/stat`, 'utf8'))?.[1];

describe('a process', () => {
  it('lives as long as any of its threads, which hold its ports and files', async () => {
    const child = spawn('/usr/bin/python3', ['-c', leaderless], { stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('close', resolve));
    const { pid = 0 } = child;
    try {
      await eventually('its first thread to end', () => (stateOf(pid) === 'Z' ? true : null));
      const identity = await identifyProcess(pid);
      expect(identity).toMatchObject({ pid });
      expect(identity !== null && (await isRunning(identity))).toBe(true);
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
    expect(await identifyProcess(pid)).toBeNull();
  });
});
