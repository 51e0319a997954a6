import { spawn } from 'node:child_process';

import { RequestTooLargeError } from '../../../sandbox/guest/cell-conversation';
import { encodeFrame } from '../../../sandbox/guest/frames';
import { JobReader } from '../../../sandbox/repository-cells/job-reader';
import { RepositoryConversation } from '../../../sandbox/repository-cells/repository-conversation';
import { ScriptedCell, hello, silent } from '../scripted-backend';

const tools = Buffer.from([0, 0, 0, 2, 123, 125]);
const stream = { text: '', bytes: 0, truncated: false };
const ended = { end: { kind: 'stopped' }, stdout: stream, stderr: stream, cpuMs: 1, wallMs: 1 };

async function begin() {
  const cell = new ScriptedCell({ answer: silent });
  const conversation = new RepositoryConversation(cell);
  await conversation.greet(tools);
  return { cell, conversation };
}

describe('a conversation with a repository cell', () => {
  it('breaks when the cell says nothing for too long', async () => {
    const { conversation } = await begin();
    const answer = conversation.job({}, 50, (link) => new JobReader(link, {}, 1));
    await expect(answer).rejects.toThrow('it said nothing for 50 ms');
  });

  it('hears first what has come while this process itself was too busy to listen', async () => {
    const frames = [hello, { id: '1', job: ended }].map((frame) => encodeFrame(frame));
    const code = `const frames = ${JSON.stringify(frames.map((frame) => frame.toString('base64')))};
      process.stdin.on('data', () => process.stdout.write(Buffer.from(frames.shift(), 'base64')));`;
    const child = spawn(process.execPath, ['-e', code]);
    const { stdin, stdout } = child;
    try {
      const speaker = { input: stdin, output: stdout, lastWords: () => '' };
      const conversation = new RepositoryConversation(speaker);
      await conversation.greet(tools);
      const answer = conversation.job({}, 100, (link) => new JobReader(link, {}, 1));
      const until = Date.now() + 1_000;
      while (Date.now() < until);
      expect(await answer).toEqual(ended);
    } finally {
      child.kill();
    }
  });

  it('stops the job that it has asked, under the id of its request', async () => {
    const { cell, conversation } = await begin();
    let stop = (): void => undefined;
    const answer = conversation.job({}, 5_000, (link) => {
      // Nothing may go to the cell before the request.
      link.stop();
      stop = link.stop;
      return new JobReader(link, {}, 1);
    });
    stop();
    const [request, stopped] = cell.asked;
    expect(cell.asked).toEqual([
      { id: request?.id, kind: 'job' },
      { op: 'stop', id: request?.id },
    ]);
    cell.say({ id: stopped?.id, job: ended });
    expect(await answer).toEqual(ended);
    stop();
    expect(cell.asked).toHaveLength(2);
  });

  it('begins no job that is larger than what the cell takes, and goes on', async () => {
    const { cell, conversation } = await begin();
    let begun = 0;
    const request = { request: 'x'.repeat(hello.maxRequest) };
    const answer = conversation.job(request, 5_000, (link) => {
      begun += 1;
      return new JobReader(link, {}, 1);
    });
    await expect(answer).rejects.toThrow(RequestTooLargeError);
    expect(begun).toBe(0);
    const python = conversation.machinePython();
    cell.say({ id: cell.asked[0]?.id, machinePython: ['/usr/lib/python3'] });
    expect(await python).toEqual(['/usr/lib/python3']);
  });
});
