import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { createHome, type EspalierHome } from '../../../laboratory/home/espalier-home';
import { eventually } from '../../../laboratory/home/eventually';
import { whatIsLeft } from '../../../laboratory/home/leftovers';
import { processesOf } from '../../../laboratory/home/machine-processes';
import { describeWithSandbox } from '../../prerequisites';

describeWithSandbox('a command that runs a program and is interrupted', () => {
  let home: EspalierHome;
  beforeEach(() => {
    home = createHome({ environment: { ESPALIER_SANDBOX: 'bubblewrap' } });
  });
  afterEach(() => home.dispose());

  /** The command with a program that never ends, its cell already there. */
  async function running() {
    const file = join(home.folder.root, 'spins.py');
    writeFileSync(file, 'while True: pass\n');
    const command = home.start('sandbox', 'run', file, '--cpu', '60');
    await eventually('a cell', () =>
      processesOf(home.folder.root).some((line) => line.includes('bwrap')) ? true : null,
    );
    return command;
  }

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)(
    'ends its cells at %s and leaves nothing',
    async (signal, status) => {
      const command = await running();
      process.kill(command.pid, signal);
      const { code, stderr } = await command.end;
      expect({ code, stderr }).toMatchObject({
        code: status,
        stderr: expect.stringContaining(`stopped by ${signal}`) as string,
      });
      expect(await whatIsLeft(home)).toEqual([]);
    },
    60_000,
  );

  it('that was killed leaves what the next command takes away', async () => {
    const command = await running();
    process.kill(command.pid, 'SIGKILL');
    await command.end;
    const file = join(home.folder.root, 'ends.py');
    writeFileSync(file, 'print(1)\n');
    expect((await home.run('sandbox', 'run', file)).code).toBe(0);
    expect(await whatIsLeft(home)).toEqual([]);
  }, 60_000);

  it('reads no input that may never end', async () => {
    const pipe = join(home.folder.root, 'pipe');
    spawnSync('mkfifo', [pipe]);
    for (const file of ['/dev/zero', pipe]) {
      const { code, stderr } = await home.run('sandbox', 'run', file);
      expect({ code, stderr }).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('is no regular file') as string,
      });
    }
  }, 60_000);
});
