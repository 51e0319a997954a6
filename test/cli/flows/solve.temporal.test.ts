import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { createHome, documentOf } from '../../../laboratory/home/espalier-home';
import type { EspalierHome } from '../../../laboratory/home/espalier-home';
import { processesOf } from '../../../laboratory/home/machine-processes';
import { describeWithTemporal } from '../../prerequisites';

const problems = resolve(__dirname, '../../../datasets/bundled/problems.jsonl');
const key = 'sk-planted-0123456789';

/** Speaks the protocol as a server of somebody else's does, and answers every question with one program. */
function startEndpoint(
  program: string,
): Promise<{ server: Server; url: string; asked: () => number }> {
  let asked = 0;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('content-type', 'application/json');
    if (request.method === 'GET') {
      response.end(
        JSON.stringify({ object: 'list', data: [{ id: 'some-model', object: 'model' }] }),
      );
      return;
    }
    asked += 1;
    request.resume().on('end', () => {
      const message = { role: 'assistant', content: `\`\`\`python\n${program}\`\`\`` };
      response.end(
        JSON.stringify({
          id: 'x',
          object: 'chat.completion',
          created: 0,
          model: 'some-model',
          choices: [{ index: 0, finish_reason: 'stop', message }],
          usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
        }),
      );
    });
  });
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      done({ server, url: `http://127.0.0.1:${String(port)}/v1`, asked: () => asked });
    });
  });
}

/** Each command is a process of its own, on a machine that may be busy. */
jest.setTimeout(180_000);

describeWithTemporal('solving one problem from the command line', () => {
  let folder: string;
  let home: EspalierHome;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-solve-'));
    home = createHome();
  });
  afterAll(async () => {
    await home.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  const file = (row: string): string => {
    const path = join(folder, 'problem.json');
    writeFileSync(path, JSON.stringify(JSON.parse(row), null, 2));
    return path;
  };
  const firstRow = (): string => readFileSync(problems, 'utf8').split('\n')[0] ?? '';

  it('takes a problem from a file, ends with its tree and exit code 0 when it is solved', async () => {
    const end = await home.run(
      'solve',
      '--file',
      file(firstRow()),
      '--model',
      'simulated',
      '--competence',
      '1',
    );
    expect([end.code, end.stderr]).toEqual([0, expect.stringContaining('starting a worker')]);
    expect(end.stdout).toMatch(/^Bundled\/0 · code-tree · completed · solved/u);
    expect(end.stdout).toMatch(/└─ n\d+ .*hidden tests: passed/u);
  });

  it('exits 1 when it stays unsolved, and says so the next time without asking anything', async () => {
    const flags = ['--dataset', 'bundled', '--problem', 'Bundled/2', '--model', 'simulated'];
    const solve = ['solve', ...flags, '--competence', '0', '--budget', '2', '--json'];
    const first = await home.run(...solve);
    const document = documentOf(first);
    expect([first.code, document['solved'], document['total']]).toEqual([1, 0, 1]);
    const again = await home.run(...solve);
    expect([again.code, documentOf(again)]).toEqual([1, document]);
    expect(again.stderr).toContain('completed already');
  });

  it('asks the endpoint that OPENAI_BASE_URL names, and keeps its key to itself', async () => {
    const right = `${String((JSON.parse(firstRow()) as Record<string, unknown>)['prompt'])}    return None\n`;
    const { server, url, asked } = await startEndpoint(right);
    const other = createHome({
      root: home.folder.root,
      environment: { OPENAI_BASE_URL: url, OPENAI_API_KEY: key },
    });
    try {
      const end = await other.run(
        ...['solve', '--dataset', 'bundled', '--problem', 'Bundled/0', '--method', 'direct'],
        ...['--model', 'some-model', '--json'],
      );
      const { completed, calls, costUsd } = documentOf(end);
      expect([end.code, completed, calls, costUsd]).toEqual([1, 1, 1, null]);
      expect(asked()).toBe(1);
      expect(end.stdout + end.stderr).not.toContain(key);
      const run = String(documentOf(end)['run']);
      const resumed = await home.run('run', 'resume', run, '--json');
      expect(resumed.code).toBe(0);
    } finally {
      server.close();
    }
  });

  it('refuses an endpoint without the model before any process is started', async () => {
    const { server, url, asked } = await startEndpoint('');
    const fresh = createHome({
      environment: { OPENAI_BASE_URL: `${url}/v2`, OPENAI_API_KEY: key },
    });
    try {
      server.removeAllListeners('request').on('request', (_, response: ServerResponse) => {
        response.writeHead(404, { 'content-type': 'application/json' });
        response.end('{"error":{"message":"no such model","code":"model_not_found"}}');
      });
      const end = await fresh.run('run', 'start', '--dataset', 'bundled', '--model', 'm', '--json');
      const { error } = documentOf(end) as { error: { code: string } };
      expect([end.code, error.code, asked()]).toEqual([3, 'ENDPOINT_NOT_FOUND', 0]);
      expect(existsSync(fresh.folder.processes)).toBe(false);
      expect(processesOf(fresh.folder.root)).toEqual([]);
      expect(documentOf(await fresh.run('run', 'list', '--json'))).toEqual([]);
    } finally {
      server.close();
      await fresh.dispose();
    }
  });
});
