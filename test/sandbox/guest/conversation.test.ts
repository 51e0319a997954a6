import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

import { ConversationError, RequestTooLargeError } from '../../../sandbox/guest/cell-conversation';
import { Conversation, UncompiledTestError } from '../../../sandbox/guest/conversation';
import { encodeFrame } from '../../../sandbox/guest/frames';
import type { CheckRequest } from '../../../sandbox/guest/protocol';
import {
  ScriptedCell,
  hello,
  passed,
  passes,
  printed,
  silent,
  type CellScript,
} from '../scripted-backend';
import { limits } from '../tasks';

const tools = Buffer.from([0, 0, 0, 2, 123, 125]);
const shared = { program: 'p', limits, seed: 0 };
const script = { kind: 'script', ...shared } as const;
const patienceMs = 5_000;

function check(tests: readonly string[]): CheckRequest {
  return { kind: 'check', assurance: 'data', setup: '', entryPoint: 'add', tests, ...shared };
}

async function begin(behaviour: CellScript = {}) {
  const cell = new ScriptedCell(behaviour);
  let broken = 0;
  const conversation = new Conversation(cell, () => (broken += 1));
  await conversation.greet(tools);
  return { cell, conversation, brokenTimes: () => broken };
}

describe('a conversation with a cell', () => {
  it('goes on for many requests of every kind over one stream', async () => {
    const { cell, conversation } = await begin();
    for (const tests of [['a'], ['a', 'b'], []]) {
      const outcomes = await conversation.check(check(tests), patienceMs);
      expect(outcomes).toHaveLength(Math.max(1, tests.length));
    }
    expect(await conversation.run(script, patienceMs)).toEqual(printed);
    expect(await conversation.ping()).toEqual({ zygoteRssKb: 1, ownRssKb: 2, descriptors: 3 });
    expect(new Set(cell.asked.slice(0, 4).map(({ id }) => id)).size).toBe(4);
    expect(conversation.broken).toBe(false);
  });

  it('keeps several requests apart that are on their way together, whatever order answers have', async () => {
    const { cell, conversation } = await begin({ answer: silent });
    const [first, second, third] = [
      conversation.check(check(['a', 'b']), patienceMs),
      conversation.check(check(['a']), patienceMs),
      conversation.run(script, patienceMs),
    ];
    const [a, b, c] = cell.asked.map(({ id }) => id);
    const failed = { ...passed, kind: 'failed' };
    cell.say({ id: a, test: 0, outcome: passed });
    cell.say({ id: c, script: printed });
    cell.say({ id: b, test: 0, outcome: failed });
    cell.say({ id: b, end: 1 });
    cell.say({ id: a, test: 1, outcome: failed });
    cell.say({ id: a, end: 2 });
    expect(await third).toEqual(printed);
    expect(await second).toEqual([failed]);
    expect(await first).toEqual([passed, failed]);
  });

  it('refuses one request for a broken test, and goes on with the others', async () => {
    const { cell, conversation, brokenTimes } = await begin({ answer: silent });
    const refused = conversation.check(check(['a', '(', 'c']), patienceMs);
    const good = conversation.check(check(['a']), patienceMs);
    const [first, second] = cell.asked.map(({ id }) => id);
    cell.say({ id: first, test: 0, outcome: passed });
    cell.say({ id: first, test: 1, broken: 'SyntaxError: no' });
    cell.say({ id: second, test: 0, outcome: passed });
    cell.say({ id: second, end: 1 });
    await expect(refused).rejects.toThrow(UncompiledTestError);
    await expect(refused).rejects.toMatchObject({ test: 1, why: 'SyntaxError: no' });
    expect(await good).toEqual([passed]);
    expect([conversation.broken, brokenTimes()]).toEqual([false, 0]);
  });

  it('waits for nothing more of a request whose test is broken', async () => {
    const { cell, conversation } = await begin({ answer: silent });
    const refused = conversation.check(check(['(']), 100);
    cell.say({ id: cell.asked[0]?.id, test: 0, broken: 'SyntaxError: no' });
    await expect(refused).rejects.toThrow(UncompiledTestError);
    await sleep(300);
    expect(conversation.broken).toBe(false);
    cell.say({ id: cell.asked[0]?.id, end: 1 });
    await expect(conversation.ping()).rejects.toThrow('an answer that nobody asked for');
  });

  const answer = (test: number): unknown => ({ id: '1', test, outcome: passed });
  it.each<readonly [string, readonly unknown[]]>([
    ['an answer out of order', [answer(1)]],
    ['the same answer twice', [answer(0), answer(0)]],
    ['more answers than tests', [answer(0), answer(1), answer(2)]],
    ['an end before its answers', [{ id: '1', end: 2 }]],
    ['a broken test out of order', [{ id: '1', test: 1, broken: 'x' }]],
    ['a broken test that was answered', [answer(0), { id: '1', test: 0, broken: 'x' }]],
    ['a broken test after the last', [answer(0), answer(1), { id: '1', test: 2, broken: 'x' }]],
    ['a broken test of a script', [{ id: '2', test: 0, broken: 'x' }]],
    ['an end that says fewer', [answer(0), answer(1), { id: '1', end: 1 }]],
    ['an id that nobody used', [{ id: '77', end: 0 }]],
    ['a script for a check', [{ id: '1', script: printed }]],
    ['a pong that nobody asked for', [{ op: 'pong', zygoteRssKb: 1, ownRssKb: 1, descriptors: 1 }]],
    ['a second hello', [hello]],
    ['an unknown kind', [{ id: '1', test: 0, outcome: { ...passed, kind: 'great' } }]],
  ])('is broken by %s, and so is everything on its way', async (_, says) => {
    const { cell, conversation, brokenTimes } = await begin({ answer: silent });
    const asked = conversation.check(check(['a', 'b']), patienceMs);
    const failures = Promise.allSettled([asked, conversation.run(script, patienceMs)]);
    for (const value of says) cell.say(value);
    for (const settled of await failures) {
      expect(settled).toMatchObject({
        status: 'rejected',
        reason: expect.any(ConversationError) as ConversationError,
      });
    }
    expect([conversation.broken, brokenTimes()]).toEqual([true, 1]);
    await expect(conversation.ping()).rejects.toThrow(ConversationError);
  });

  it.each([
    ['bytes that are no frame', Buffer.from('Traceback (most recent call last)')],
    ['a frame that is too large', Buffer.from([127, 0, 0, 0])],
    ['a frame that is not JSON', Buffer.from([0, 0, 0, 1, 65])],
  ])('is broken by %s', async (_, bytes) => {
    const { cell, conversation } = await begin({ answer: silent });
    const asked = conversation.check(check(['a']), patienceMs);
    cell.write(bytes);
    await expect(asked).rejects.toThrow(ConversationError);
  });

  it('that is cut off inside an answer has no answer', async () => {
    const { cell, conversation } = await begin({ answer: silent, lastWords: 'OSError: x' });
    const asked = conversation.check(check(['a']), patienceMs);
    cell.say({ id: cell.asked[0]?.id, test: 0, outcome: passed });
    cell.write(Buffer.from([0, 0, 0, 40, 123]));
    cell.die();
    await expect(asked).rejects.toThrow('it ended: OSError: x inside a frame');
  });

  it('breaks when the cell says nothing for too long, and every frame is a new beginning', async () => {
    const { cell, conversation } = await begin({ answer: silent });
    const asked = conversation.check(check(['a', 'b', 'c']), 150);
    const failed = expect(asked).rejects.toThrow('it said nothing for 150 ms');
    const started = Date.now();
    for (const test of [0, 1]) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      cell.say({ id: cell.asked[0]?.id, test, outcome: passed });
    }
    await failed;
    expect(Date.now() - started).toBeGreaterThan(300);
  });

  it('hears first what has come while this process itself was too busy to listen', async () => {
    const frames = [
      { id: '1', test: 0, outcome: passed },
      { id: '1', end: 1 },
    ].map(encodeFrame);
    const turns = [encodeFrame(hello), Buffer.concat(frames)].map((one) => one.toString('base64'));
    const code = `const turns = ${JSON.stringify(turns)};
      process.stdin.on('data', () => process.stdout.write(Buffer.from(turns.shift(), 'base64')));`;
    const child = spawn(process.execPath, ['-e', code]);
    const { stdin, stdout } = child;
    const conversation = new Conversation({ input: stdin, output: stdout, lastWords: () => '' });
    await conversation.greet(tools);
    const asked = conversation.check(check(['a']), 100);
    const until = Date.now() + 1_000;
    while (Date.now() < until);
    try {
      expect(await asked).toEqual([passed]);
    } finally {
      child.kill();
    }
  });

  it('does not mind silence while nobody waits', async () => {
    const { conversation } = await begin();
    await conversation.check(check(['a']), 30);
    await new Promise((resolve) => setTimeout(resolve, 90));
    expect(conversation.broken).toBe(false);
  });

  it('refuses a request above what the cell takes, sends nothing of it, and goes on', async () => {
    const { cell, conversation } = await begin();
    const huge = check(['x'.repeat(hello.maxRequest)]);
    await expect(conversation.check(huge, patienceMs)).rejects.toThrow(RequestTooLargeError);
    expect(cell.asked).toEqual([]);
    expect(await conversation.check(check(['a']), patienceMs)).toHaveLength(1);
  });

  it.each([
    ['ends', { diesAtStart: true, lastWords: 'bwrap: No permissions' }, 'No permissions'],
    ['says something else', { hello: { hello: 1 } }, 'no hello'],
    ['claims a kind of hello that is wrong', { hello: { ...hello, box: null } }, 'no hello'],
  ])('does not begin when the cell %s', async (_, behaviour, message) => {
    const conversation = new Conversation(new ScriptedCell(behaviour));
    const failure = conversation.greet(tools);
    await expect(failure).rejects.toThrow(message);
    await expect(failure).rejects.toThrow(ConversationError);
  });

  it('does not take a hello that comes before the tools', async () => {
    const cell = new ScriptedCell({ answer: passes });
    const conversation = new Conversation(cell);
    cell.say(hello);
    await new Promise((resolve) => setImmediate(resolve));
    await expect(conversation.greet(tools)).rejects.toThrow('before it was asked');
  });
});
