import { cellProcesses, type CellProcesses } from '../../../laboratory/trials/cell-processes';
import { eventually } from '../../../laboratory/home/eventually';
import { describeWithSandbox } from '../../prerequisites';
import { useOwnHome } from './own-home';
import { runCommand } from './run-command';

const search = { backend: 'bubblewrap' } as const;
const children = 4;

/** Has more processes than a cell that is only starting has boxes: so it is seen that the program runs. */
const sleeper = (seconds: number): string => `import os, time
for _ in range(${children}):
    if os.fork() == 0:
        time.sleep(${seconds})
        os._exit(0)
for _ in range(${children}):
    os.wait()

def add(a, b):
    return a + b
`;

describeWithSandbox('a command whose cell breaks', () => {
  const { file } = useOwnHome('each');
  /** A cell that runs the program, and is none of those that were killed. */
  const busyCell = (killed: ReadonlySet<number>): Promise<CellProcesses> =>
    eventually(
      'a program in a cell',
      async () => {
        const cells = await cellProcesses(search);
        const runs = ({ boxes, protocol }: CellProcesses): boolean =>
          boxes.length > children && !killed.has(protocol.pid);
        return cells.find(runs) ?? null;
      },
      { withinMs: 30_000 },
    );
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
      const program = file('slow.py', sleeper(2));
      const test = file('test.py', 'assert add(1, 2) == 3\n');
      const args = more.map((word) => (word === 'test.py' ? test : word));
      const running = runCommand(['sandbox', 'run', program, ...args, '--backend', 'bubblewrap']);
      await kill(1);
      expect(await running).toMatchObject({ code: 0 });
    },
    120_000,
  );

  it('gives up after the third, and does not promise to try again', async () => {
    const program = file('slow.py', sleeper(30));
    const running = runCommand(['sandbox', 'run', program, '--backend', 'bubblewrap']);
    await kill(3);
    const { code, stdout, stderr } = await running;
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('in 3 cells one after another, fresh ones after the first');
    expect(stderr).not.toContain('by itself');
  }, 120_000);
});
