import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '../../processes/ports';
import { serveModel, type ServedModel, type ServeModelOptions } from '../../workers/serve-model';
import { bundledBankFile, jsonl, line, program } from '../llm/simulated/bank-samples';
import { chat, chatBody, espalierHeaders, post } from '../llm/simulated/chat-calls';

let folder: string;
let end: () => Promise<void> = () => Promise.resolve();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-serve-'));
});
afterEach(async () => {
  await end();
  end = () => Promise.resolve();
  rmSync(folder, { recursive: true, force: true });
});

/** Serves until the end of the test, which sends the signal that ends it. */
async function serve(changes: Partial<ServeModelOptions> = {}): Promise<ServedModel> {
  return new Promise((resolve, reject) => {
    const served = serveModel(
      { kind: 'simulated', bankFiles: [bundledBankFile], ...changes },
      resolve,
    );
    served.catch(reject);
    end = async () => {
      process.emit('SIGTERM');
      await served.catch(() => undefined);
    };
  });
}

const urlOf = ({ baseUrl }: ServedModel) => ({ url: baseUrl.replace(/\/v1$/, '') });

describe('a model server of ours', () => {
  it('answers by the settings that it was given, and ends with a signal', async () => {
    const bankFile = join(folder, 'bank.jsonl');
    writeFileSync(
      bankFile,
      jsonl([
        line({ task_id: 'Bundled/0', program: program(1) }),
        line({ task_id: 'Bundled/0', program: program(2), model: 'model-b' }),
      ]),
    );
    const served = await serve({
      ...{ kind: 'recorded', bankFiles: [bankFile], criticAccuracy: 0.25, bankModel: 'model-b' },
    });
    expect(served.logicalEndpoint).toMatch(/^recorded:[0-9a-f]{64}#/);
    expect(served.logicalEndpoint).toContain('"bankModel":"model-b"');
    expect(served.logicalEndpoint).toContain('"criticAccuracy":0.25');
    const { choices } = await chat(urlOf(served));
    expect(choices[0]?.message.content).toContain('return 2');
    await end();
    await expect(post(urlOf(served))).rejects.toThrow();
  });

  it('has the competence and the script it was given', async () => {
    const scriptFile = join(folder, 'script.json');
    writeFileSync(scriptFile, '{"turns": [{"say": "hi", "replies": ["hello"]}]}');
    const served = await serve({ competence: 0.75, scriptFile });
    expect(served.logicalEndpoint).toMatch(/"competence":0.75.*"script":"[0-9a-f]{64}"/);
    const role = { 'x-espalier-role': 'interpreter' };
    const body = { ...chatBody, messages: [{ role: 'user', content: 'hi' }] };
    const { choices } = await chat(urlOf(served), { ...espalierHeaders, ...role }, body);
    expect(choices[0]?.message.content).toBe('hello');
  });

  it('has the faults, the port and the log it was given', async () => {
    const logFile = join(folder, 'requests.jsonl');
    const port = await freePort();
    const served = await serve({
      ...{ port, logFile, logBytes: 1, logMessages: true },
      faults: '{"refusal": 1, "rate429": 1, "firstArrivals": 1}',
    });
    expect(served.baseUrl).toBe(`http://127.0.0.1:${String(port)}/v1`);
    expect((await post(urlOf(served))).status).toBe(429);
    expect((await chat(urlOf(served))).choices[0]?.message.content).toMatch(/sorry/);
    expect(readFileSync(logFile, 'utf8')).toContain('Complete this.');
    expect(existsSync(`${logFile}.earlier`)).toBe(true);
  });

  it.each<[string, Partial<ServeModelOptions>]>([
    ['answers', { latencyMs: 60_000 }],
    ['pieces of a stream', { chunkMs: 60_000 }],
    // The wait is a random share of this. A thousandth of it is 33 minutes.
    ['answers, by chance', { jitterMs: 2_000_000_000 }],
  ])('keeps %s waiting for as long as it was told', async (_, waits) => {
    const served = await serve(waits);
    const asked = new AbortController();
    const answer = fetch(`${served.baseUrl}/chat/completions`, {
      ...{ method: 'POST', headers: espalierHeaders, signal: asked.signal },
      body: JSON.stringify({ ...chatBody, stream: true }),
    }).then((response) => response.text());
    let isAnswered = false;
    void answer.then(
      () => (isAnswered = true),
      () => undefined,
    );
    // Requests that begin later, and that nothing keeps waiting.
    for (let other = 0; other < 20; other += 1) await fetch(`${served.baseUrl}/models`);
    expect(isAnswered).toBe(false);
    asked.abort();
    await answer.catch(() => undefined);
  });

  it('keeps no messages unless it is told to', async () => {
    const logFile = join(folder, 'requests.jsonl');
    const served = await serve({ logFile });
    await chat(urlOf(served));
    expect(readFileSync(logFile, 'utf8')).not.toContain('Complete this.');
  });

  it('serves nothing but the endpoint that is expected', async () => {
    const { logicalEndpoint } = await serve();
    await end();
    expect(await serve({ expect: logicalEndpoint })).toMatchObject({ logicalEndpoint });
    await end();
    const other = serve({ expect: logicalEndpoint, competence: 0.125 });
    await expect(other).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(`, not ${logicalEndpoint}`) as string,
    });
  });

  it('is refused without a bank', async () => {
    await expect(serve({ bankFiles: [] })).rejects.toMatchObject({
      exitCode: 2,
      remedy: expect.stringContaining('--bank') as string,
    });
  });
});
