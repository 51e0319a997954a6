import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { builtCli } from '../../laboratory/home/built-cli';
import { describeWithSandbox } from '../prerequisites';

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The built command with an empty state folder, and nothing of our environment that it could take for a setting. */
function espalier(
  home: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [builtCli(), ...args], {
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      ESPALIER_HOME: join(home, 'state'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (part) => (stdout += String(part)));
  child.stderr.on('data', (part) => (stderr += String(part)));
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

const bundled = ['--dataset', 'bundled', '--model', 'simulated'];
const start = (...args: readonly string[]): readonly string[] => ['run', 'start', ...args];

describeWithSandbox('what cannot be used', () => {
  let home: string;
  const file = (name: string): string => join(home, name);
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'espalier-bad-input-'));
    writeFileSync(file('empty.jsonl'), '');
    writeFileSync(file('malformed.jsonl'), '{"task_id": "HumanEval/0", "prompt": 7}\n');
    writeFileSync(file('broken.jsonl'), '{"task_id":\n');
    builtCli();
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  it.each<[string, () => readonly string[], string]>([
    ['an unknown command', () => ['fly'], 'unknown command'],
    ['an unknown method', () => start(...bundled, '--method', 'magic'), 'code-tree'],
    ['a method without a model', () => start('--dataset', 'bundled'), '--model'],
    [
      'an unknown data set',
      () => start('--dataset', 'nowhere', '--model', 'simulated'),
      'humaneval',
    ],
    [
      'an empty data set',
      () => start('--dataset', file('empty.jsonl'), '--model', 'simulated'),
      'empty.jsonl',
    ],
    [
      'a malformed row',
      () => start('--dataset', file('malformed.jsonl'), '--model', 'simulated'),
      'prompt',
    ],
    [
      'a broken line',
      () => start('--dataset', file('broken.jsonl'), '--model', 'simulated'),
      'broken.jsonl',
    ],
    [
      'a folder as a data set',
      () => start('--dataset', home, '--model', 'simulated'),
      'is a folder',
    ],
    ['a budget of 0', () => start(...bundled, '--budget', '0'), '--budget'],
    ['a budget that is no number', () => start(...bundled, '--budget', 'many'), '--budget'],
    ['an unknown problem', () => start(...bundled, '--problems', 'Bundled/99'), 'Bundled/99'],
    [
      'a model without a key',
      () => start('--dataset', 'bundled', '--model', 'gpt-4o'),
      'OPENAI_API_KEY',
    ],
    [
      'a bank that is not there',
      () => start('--dataset', 'bundled', '--model', 'recorded:nowhere.jsonl'),
      'nowhere.jsonl',
    ],
    ['a bank of nothing', () => start('--dataset', 'bundled', '--model', 'recorded:'), 'recorded:'],
    ['a run that does not exist', () => ['run', 'show', 'no-such-run'], 'no-such-run'],
    [
      'the export of a run that does not exist',
      () => ['run', 'export', 'no-such-run', file('out')],
      'no-such-run',
    ],
    [
      'steering a run that does not exist',
      () => ['run', 'steer', 'abort', 'no-such-run', 'P/0', 'n0'],
      'no-such-run',
    ],
    ['solving nothing in particular', () => ['solve', '--model', 'simulated'], '--dataset'],
  ])('%s is said, with exit code 2, and nothing is started', async (_, args, words) => {
    const { code, stdout, stderr } = await espalier(home, args());
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(words);
    expect(existsSync(join(home, 'state', 'processes'))).toBe(false);
  });

  it('is one document on stdout with --json, the remedy in it', async () => {
    const { code, stdout } = await espalier(home, start(...bundled, '--method', 'magic', '--json'));
    const { error } = JSON.parse(stdout) as { error: { code: string; remedy: string } };
    expect([code, error.code]).toEqual([2, 'UNKNOWN_METHOD']);
    expect(error.remedy).toContain('code-tree');
  });

  it.each([
    ['that is down', null],
    ['that refuses the key', 401],
    ['that speaks nonsense', 200],
  ])('an endpoint %s is said, with exit code 3, and nothing is started', async (_, status) => {
    const server = createServer((_request, response) => {
      response.writeHead(status ?? 500, { 'content-type': 'text/html' }).end('<html>no</html>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    if (status === null) await new Promise((resolve) => server.close(resolve));
    const { code, stderr } = await espalier(home, start('--dataset', 'bundled', '--model', 'm'), {
      OPENAI_BASE_URL: `http://127.0.0.1:${String(port)}/v1`,
      OPENAI_API_KEY: 'a-planted-key',
    });
    server.close();
    expect(code).toBe(3);
    expect(stderr).toContain(String(port));
    expect(stderr).not.toContain('a-planted-key');
    expect(existsSync(join(home, 'state', 'processes', 'engine.json'))).toBe(false);
  });

  it('output that nobody can keep is said, with exit code 3', async () => {
    const { status, stderr } = spawnSync(
      '/bin/sh',
      ['-c', '"$@" > /dev/full', 'sh', process.execPath, builtCli(), 'run', 'list', '--json'],
      { encoding: 'utf8', env: { PATH: process.env['PATH'], HOME: home, ESPALIER_HOME: home } },
    );
    expect({ status, stderr }).toEqual({
      status: 3,
      stderr: expect.stringContaining('could not be written (ENOSPC)') as string,
    });
  });

  it('a state folder that cannot be made is said, with exit code 3', async () => {
    const { code, stderr } = await espalier(home, start(...bundled), {
      ESPALIER_HOME: join(file('empty.jsonl'), 'below-a-file'),
    });
    expect(code).toBe(3);
    expect(stderr).toContain('below-a-file');
  });
});
