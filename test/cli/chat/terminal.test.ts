import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { eventually } from '../../../laboratory/home/eventually';
import { describeIf } from '../../skip-reasons';

const root = resolve(__dirname, '../../..');
const programAt = (pace: string): string =>
  `exec node ${join(root, 'scripts/run.cjs')} ${join(__dirname, 'scripted-program.ts')} ${pace} chat`;
const program = programAt('5');
const hasScript = spawnSync('script', ['--version']).status === 0;

/** A chat at a pseudo-terminal of 80 columns. */
class Terminal {
  shown = '';
  private readonly child;
  readonly ended: Promise<number | null>;

  constructor(home: string, words: string, { colours = false } = {}) {
    const command = `stty cols 80 rows 30; ${program} ${words}`;
    this.child = spawn('script', ['-qec', command, '/dev/null'], {
      env: {
        ...process.env,
        ...{ ESPALIER_HOME: home, TERM: 'xterm', CI: '', NO_COLOR: colours ? '' : '1' },
      },
    });
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => (this.shown += text));
    this.ended = new Promise((done) => this.child.once('exit', done));
  }

  type(keys: string): void {
    this.child.stdin.write(keys);
  }

  /** What has come since, when the text is there. */
  async sees(text: string): Promise<string> {
    await eventually(text, () => this.shown.includes(text)).catch((error: unknown) => {
      throw new Error(`no ${text} in:\n${this.shown}`, { cause: error });
    });
    const seen = this.shown;
    this.shown = '';
    return seen;
  }

  end(): void {
    this.child.kill('SIGKILL');
  }
}

describeIf(hasScript, 'there is no `script` on this machine, which makes pseudo-terminals')(
  'a chat at a terminal',
  () => {
    let home = '';
    let terminal: Terminal | null = null;
    beforeEach(() => {
      home = mkdtempSync(join(tmpdir(), 'chat-home-'));
    });
    afterEach(() => {
      terminal?.end();
      rmSync(home, { recursive: true });
    });

    it('stops a turn with Ctrl-C, takes a paste of 10,000 lines as one message, and leaves', async () => {
      terminal = new Terminal(home, '--model simulated');
      expect(await terminal.sees('> ')).toContain('\u001b[?2004h');
      terminal.type('plot it\r');
      await terminal.sees('come **last**');
      terminal.type('loop\r');
      await terminal.sees('running · Ctrl-C stops the turn');
      terminal.type('too early\r');
      await terminal.sees('what you typed stays in the line');
      terminal.type('\u0003');
      await terminal.sees('(the turn was stopped)');
      terminal.type('\u0015');
      const lines = Array.from({ length: 10_000 }, (_, nth) => `line ${String(nth)}\r`).join('');
      const began = Date.now();
      terminal.type(`\u001b[200~${lines}\u001b[201~ all`);
      await terminal.sees('[pasted 1: 10,000 lines, 98,889 characters] all');
      expect(Date.now() - began).toBeLessThan(3_000);
      terminal.type('\r');
      await terminal.sees('division by zero');
      terminal.type('/files\r');
      await terminal.sees('plot.png  image/png');
      terminal.type('\u0004');
      expect(await terminal.sees('c-1 stays open')).toContain('\u001b[?2004l');
      expect(await terminal.ended).toBe(0);
      const history = join(home, 'chat-history');
      expect(statSync(history).mode & 0o777).toBe(0o600);
      expect(readFileSync(history, 'utf8')).toBe('"/files"\n"loop"\n"plot it"\n');
    });

    it.each([true, false])('has colours unless NO_COLOR is set: %s', async (colours) => {
      terminal = new Terminal(home, '--model simulated', { colours });
      await terminal.sees('> ');
      terminal.type('plot it\r');
      const shown = await terminal.sees('come **last**');
      expect(/\u001b\[[\d;]*m/u.test(shown)).toBe(colours);
      terminal.type('\u0004');
      expect(await terminal.ended).toBe(0);
    });

    it('has several lines in one message, history, and the last message back', async () => {
      terminal = new Terminal(home, '--model simulated');
      await terminal.sees('> ');
      terminal.type('one\\\rtwo\u001b\rthree\r');
      expect(await terminal.sees('come **last**')).toContain('> one\r\n  two\r\n  three');
      terminal.type('/edit\r');
      await terminal.sees('(the last turn was taken back)');
      terminal.type(' more');
      await terminal.sees('three more');
      terminal.type('\u0003\u001b[A');
      await terminal.sees('three more');
      terminal.type('\u0003\u0003');
      expect(await terminal.ended).toBe(0);
    });
  },
);

describe('a chat without a terminal', () => {
  const talk = (words: readonly string[], input: string, pace = '5') =>
    spawnSync('sh', ['-c', `${programAt(pace)} "$@"`, 'sh', ...words], {
      input,
      encoding: 'utf8',
      env: { ...process.env, ESPALIER_HOME: tmpdir() },
    });

  it('takes each line as a message, and writes the same lines each time, without colours', () => {
    const { stdout, status } = talk(['--model', 'simulated'], 'plot it\n/files\n/cost\n');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^> plot it\nI count .*\n\n```python\nimport /u);
    expect(stdout).not.toContain('\u001b');
    expect(talk(['--model', 'simulated'], 'plot it\n/files\n/cost\n').stdout).toBe(stdout);
  });

  it('fails when a turn or a command did, and does and writes all else', () => {
    const failed = talk(['--model', 'simulated', '--json'], 'hello\nand now\n', 'failing');
    expect(failed.status).toBe(1);
    expect(failed.stderr).toContain('(the turn was stopped: no model answers)');
    expect(JSON.parse(failed.stdout)).toMatchObject({
      entries: [
        { who: 'person', text: 'hello' },
        { who: 'espalier', stopped: true, cause: 'no model answers' },
        { who: 'person', text: 'and now' },
        { who: 'model', text: 'You said: and now' },
      ],
    });
    const unknown = talk(['--model', 'simulated'], '/nix\nplot it\n');
    expect([unknown.status, unknown.stdout]).toEqual([1, expect.stringContaining('**last**')]);
    expect(unknown.stderr).toContain('there is no /nix');
  });

  it('says what was not taken because the chat had ended, and fails', () => {
    const ended = talk(
      ['--model', 'simulated', '--json'],
      'plot it\n/end\n\nmore\\\nof it\n/cost\n',
    );
    expect(ended.status).toBe(1);
    expect(ended.stderr).toMatch(
      /^2 messages were not taken, for the chat has ended: .*--model$/mu,
    );
    expect(JSON.parse(ended.stdout)).toMatchObject({ entries: [{ text: 'plot it' }, {}, {}] });
    const { status, stderr } = talk(['--model', 'simulated'], 'plot it\n/end\n');
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('not taken')]);
  });

  it('waits for no more from somebody who may type for ever, when the chat has ended', async () => {
    const child = spawn('sh', ['-c', `${program} --model simulated`], {
      env: { ...process.env, ESPALIER_HOME: tmpdir() },
    });
    let notes = '';
    child.stdout.resume();
    child.stderr.setEncoding('utf8').on('data', (text: string) => (notes += text));
    child.stdin.write('/end\nmore\n');
    const status = await new Promise((done) => child.once('close', done));
    expect([status, notes]).toEqual([1, expect.stringContaining('1 message was not taken')]);
  });

  it('ends with one document when it is asked for', () => {
    const { stdout, stderr } = talk(['--model', 'simulated', '--json'], 'plot it\n');
    const document = JSON.parse(stdout) as { entries: readonly { who: string }[] };
    expect(document.entries.map(({ who }) => who)).toEqual(['person', 'model', 'model']);
    expect(stderr).toContain('> plot it');
  });

  it('refuses what it cannot do before anything is begun', () => {
    for (const words of [
      [],
      ['nix'],
      ['--model', 'x', '--attach', '/nix'],
      ['--model', 'x', '--script', '/nix'],
      ['--model', 'x', '--blocks', '0'],
      ['c-1', '--seed', '1'],
    ]) {
      expect([words, talk(words, 'hello\n').status]).toEqual([words, 2]);
    }
  });
});
