import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { cellProcesses, type CellProcesses } from '../../../sandbox/trials/cell-processes';
import { eventually } from '../../harness/eventually';
import { describeWithSandbox } from '../../prerequisites';
import { runCommand } from './run-command';

const search = { provider: 'bubblewrap' } as const;

describeWithSandbox('a command whose cell breaks', () => {
  let folder: string;
  const environment = { ...process.env };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-broken-cells-'));
    process.env['ESPALIER_HOME'] = join(folder, 'home');
  });
  afterEach(() => {
    process.env = environment;
    rmSync(folder, { recursive: true, force: true });
  });

  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  /** A cell that runs a program, and is none of those that were killed. */
  const busyCell = (killed: ReadonlySet<number>): Promise<CellProcesses> =>
    eventually('a program in a cell', async () => {
      const cells = await cellProcesses(search);
      return (
        cells.find(({ boxes, protocol }) => boxes.length > 0 && !killed.has(protocol.pid)) ?? null
      );
    });
  async function kill(times: number): Promise<void> {
    const killed = new Set<number>();
    while (killed.size < times) {
      const { pid } = (await busyCell(killed)).protocol;
      process.kill(pid, 'SIGKILL');
      killed.add(pid);
    }
  }

  it.each([
    ['a script', []],
    ['a check', ['--entry', 'add', '--test', 'test.py']],
  ])(
    'runs %s again in a fresh one, and says what became of it',
    async (_, more) => {
      const program = file('slow.py', 'import time\ntime.sleep(2)\nadd = lambda a, b: a + b\n');
      file('test.py', 'assert add(1, 2) == 3\n');
      const args = more.map((word) => (word === 'test.py' ? join(folder, word) : word));
      const running = runCommand(['sandbox', 'run', program, ...args, '--backend', 'bubblewrap']);
      await kill(1);
      expect(await running).toMatchObject({ code: 0 });
    },
    60_000,
  );

  it('gives up after the third, and does not promise to try again', async () => {
    const program = file('slow.py', 'import time\ntime.sleep(20)\n');
    const running = runCommand(['sandbox', 'run', program, '--backend', 'bubblewrap']);
    await kill(3);
    const { code, stdout, stderr } = await running;
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('in 3 cells one after another, fresh ones after the first');
    expect(stderr).not.toContain('by itself');
  }, 60_000);
});
