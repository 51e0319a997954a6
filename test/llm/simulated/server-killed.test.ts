import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { readRequestLog } from '../../../llm/simulated/request-log';
import { bankFile } from './bank-file';
import { chat, post, withIdentity } from './chat-calls';
import { eventually } from '../../../laboratory/home/eventually';

let child: ChildProcess | undefined;
afterEach(() => {
  child?.kill('SIGKILL');
});

async function serve(logFile: string, latencyMs: number): Promise<{ readonly url: string }> {
  const script = ['scripts/run.cjs', 'test/llm/simulated/serve-bundled.ts'];
  child = spawn(process.execPath, [...script, logFile, String(latencyMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return { url: text.trim() };
}

async function kill(): Promise<void> {
  if (child === undefined) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

describe('a model server that is killed', () => {
  it('leaves a log of all that came and all that was answered, and its successor goes on with it', async () => {
    const logFile = bankFile('', 'requests.jsonl');
    const first = await serve(logFile, 0);
    const before = await chat(first, withIdentity('answered'));
    await kill();
    const slow = await serve(logFile, 60_000);
    const lost = post(slow, withIdentity('in-flight')).catch(() => 'lost');
    await eventually('both requests are logged', () => readRequestLog(logFile).length >= 2);
    await kill();
    expect(await lost).toBe('lost');
    expect(readRequestLog(logFile)).toMatchObject([
      { identity: 'answered', arrival: 1, status: 200 },
      { identity: 'in-flight', arrival: 1, answered: null, status: null },
    ]);
    const last = await serve(logFile, 0);
    expect(await chat(last, withIdentity('answered'))).toEqual(before);
    await chat(last, withIdentity('in-flight'));
    expect(
      readRequestLog(logFile).map(({ identity, arrival, status }) => [identity, arrival, status]),
    ).toEqual([
      ['answered', 1, 200],
      ['in-flight', 1, null],
      ['answered', 2, 200],
      ['in-flight', 2, 200],
    ]);
  });
});
