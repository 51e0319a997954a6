import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';

import { ownEntry } from '../../../lab/services/own-process';
import { builtCli } from '../../../laboratory/home/built-cli';
import { createHome } from '../../../laboratory/home/espalier-home';
import type { EspalierHome } from '../../../laboratory/home/espalier-home';
import { eventually } from '../../../laboratory/home/eventually';
import { killNow, pidOf } from '../../../laboratory/home/home-processes';

interface StartedSupervisor {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly said: () => string;
}

const started: StartedSupervisor[] = [];
const homes: EspalierHome[] = [];
afterEach(async () => {
  for (const { child } of started.splice(0)) child.kill('SIGKILL');
  for (const home of homes.splice(0)) await home.dispose();
});

function newHome(): EspalierHome {
  const home = createHome();
  homes.push(home);
  mkdirSync(home.folder.root, { recursive: true });
  return home;
}

/** One in the foreground, as a systemd unit has it. */
function startSupervisor(home: EspalierHome): StartedSupervisor {
  builtCli();
  const child = spawn(process.execPath, [ownEntry('supervisor-main'), '{}'], {
    env: home.environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const supervisor = { child, pid: child.pid ?? 0, said: () => said };
  started.push(supervisor);
  return supervisor;
}

const says = (supervisor: StartedSupervisor, words: string): Promise<true> =>
  eventually(words, () => (supervisor.said().includes(words) ? true : null));

describe('supervisors of one state folder', () => {
  it('are one at a time: the second waits, and takes over when the first is killed', async () => {
    const home = newHome();
    const first = startSupervisor(home);
    await says(first, 'supervising ');
    const second = startSupervisor(home);
    await says(second, `process ${String(first.pid)} supervises`);
    expect(await pidOf(home, 'supervisor')).toBe(first.pid);
    await killNow(first.pid);
    await says(second, 'supervising ');
    expect(await pidOf(home, 'supervisor')).toBe(second.pid);
  });

  it('are stopped by `down`, however they were started', async () => {
    const home = newHome();
    const supervisor = startSupervisor(home);
    await says(supervisor, 'supervising ');
    expect((await home.run('down')).stdout).toContain('supervisor: stopped');
    expect(await pidOf(home, 'supervisor')).toBeNull();
  });

  it('end when their state folder is removed, and do not make it again', async () => {
    const home = newHome();
    const { child, said } = startSupervisor(home);
    await eventually('its start', () => (said().includes('supervising ') ? true : null));
    const end = new Promise((resolve) => child.once('exit', resolve));
    rmSync(home.folder.root, { recursive: true });
    expect(await end).toBe(0);
    expect(existsSync(home.folder.root)).toBe(false);
  });
});
