import { runCommand } from '../../../engine/temporal/run-command';

const node = (source: string, options: Partial<Parameters<typeof runCommand>[1]> = {}) =>
  runCommand([process.execPath, '-e', source], { timeoutMs: 20_000, ...options });

describe('a command', () => {
  it('tells its output, and each line of it that says something', async () => {
    const lines: string[] = [];
    const onLine = (line: string) => void lines.push(line);
    const source = `console.log(' one\\n\\n two'); console.error('three'); console.log(process.env.SAID)`;
    const environment = { SAID: 'four' };
    expect(await node(source, { onLine, environment })).toEqual({
      stdout: ' one\n\n two\nfour\n',
      problem: null,
    });
    expect([...lines].sort()).toEqual(['four', 'one', 'three', 'two']);
  });

  it('that fails tells how, with the last three lines of what it complained of', async () => {
    const source = `console.log('out'); console.error('a\\nb\\n\\nc\\nd'); process.exitCode = 3`;
    expect((await node(source)).problem).toBe(
      `${process.execPath} ended with exit code 3: b | c | d`,
    );
    const silent = `console.log('out'); process.exitCode = 3`;
    expect((await node(silent)).problem).toBe(`${process.execPath} ended with exit code 3: out`);
    const killed = `process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000)`;
    expect((await node(killed)).problem).toBe(`${process.execPath} ended with SIGTERM`);
  });

  it('that does not end is killed', async () => {
    const { problem } = await node('setInterval(() => {}, 1000)', { timeoutMs: 100 });
    expect(problem).toBe(`${process.execPath} did not end within 100 ms`);
  });

  it('that is not there is a problem, no error', async () => {
    const { stdout, problem } = await runCommand(['/no/such/program'], { timeoutMs: 1_000 });
    expect([stdout, problem]).toEqual([
      '',
      expect.stringContaining('could not run /no/such/program'),
    ]);
  });
});
