import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readSettings } from '../../../config/settings';
import { stateFolder } from '../../../config/state-folder';
import { killAndLook, killWhile } from '../../../laboratory/home/home-processes';
import { isGone } from '../../../laboratory/home/machine-processes';
import type { EspalierHome } from '../../../laboratory/home/espalier-home';
import { identifyProcess } from '../../../processes';

/** `T`: stopped. */
function stateOf({ pid = 0 }: ChildProcess): string {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2)[0] ?? '';
}

describe('killing a service of a home at a moment', () => {
  let root: string;
  let home: EspalierHome;
  let worker: ChildProcess;
  let server: ChildProcess;
  const children: ChildProcess[] = [];

  async function recorded(name: string): Promise<ChildProcess> {
    const child = spawn('sleep', ['600'], { stdio: 'ignore' });
    children.push(child);
    const identity = await identifyProcess(child.pid ?? 0);
    writeFileSync(join(home.folder.processes, `${name}.json`), JSON.stringify({ identity }));
    return child;
  }

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'espalier-services-'));
    home = { folder: stateFolder(readSettings({ ESPALIER_HOME: root })) } as EspalierHome;
    mkdirSync(home.folder.processes, { recursive: true });
    worker = await recorded('worker');
    server = await recorded('model-0a1b');
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(root, { recursive: true });
  });

  it('stops the service and the model server for the look, and kills the service alone', async () => {
    const looks: string[] = [];
    const { seen, looked } = await killAndLook(
      home,
      'worker',
      () => {
        looks.push(stateOf(worker) + stateOf(server));
        return 'a moment';
      },
      () => stateOf(worker) + stateOf(server),
    );
    expect([seen, looked]).toEqual(['a moment', 'TT']);
    expect(looks).toHaveLength(2);
    expect(looks[0]).not.toContain('T');
    expect(looks[1]).toBe('TT');
    expect(isGone(worker.pid ?? 0)).toBe(true);
    expect(stateOf(server)).not.toBe('T');
  });

  it('lets both go on when the moment has passed, or when the look fails', async () => {
    let looks = 0;
    const failing = killWhile(home, 'worker', () => {
      looks += 1;
      // Looks: before, stopped and passed, before, stopped and failing.
      if (looks === 3) expect(stateOf(worker) + stateOf(server)).not.toContain('T');
      if (looks === 4) throw new Error('no look');
      return looks === 2 ? null : 'a moment';
    });
    await expect(failing).rejects.toThrow('no look');
    expect(stateOf(worker) + stateOf(server)).not.toContain('T');
    expect(isGone(worker.pid ?? 0)).toBe(false);
  });

  it('kills a model server that it has stopped once', async () => {
    await killWhile(home, 'model-server', () => 'a moment');
    expect(isGone(server.pid ?? 0)).toBe(true);
    expect(stateOf(worker)).not.toBe('T');
  });
});
