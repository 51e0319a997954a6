import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ensureWorker, workerProcess } from '../../../lab/services/ensure-worker';
import type { WorkerNeeds } from '../../../lab/services/ensure-worker';
import { workerName, workerReadyFile } from '../../../lab/services/worker-ready';
import { endServices, servicesUnderTest } from './services-under-test';
import type { ServicesUnderTest } from './services-under-test';

afterEach(endServices);

const target = { address: '127.0.0.1:7233', namespace: 'default', local: true };
const key = { OPENAI_BASE_URL: 'http://model.test/v1', OPENAI_API_KEY: 'sk-planted-one' };
const otherKey = { ...key, OPENAI_API_KEY: 'sk-planted-two' };

type Changes = Readonly<Record<string, string>>;

/** What a command with these settings comes to; default: one whose run asks no endpoint and replaces a worker. */
const ensure = (test: ServicesUnderTest, changes: Changes = {}, needs: Partial<WorkerNeeds> = {}) =>
  ensureWorker(test.context(changes), target, {
    needsEndpoint: false,
    whenDifferent: 'restart',
    typed: true,
    ...needs,
  });

describe('the worker of a state folder', () => {
  it('is our own program with every role, ready when it says that it polls', async () => {
    const test = await servicesUnderTest();
    expect(await ensure(test)).toBe('started');
    expect(test.started()).toMatchObject([
      { entry: 'worker-main', options: { role: 'all', offline: false } },
    ]);
    expect(readFileSync(workerReadyFile(test.folder), 'utf8')).toBe(
      String(await test.pidOf(workerName)),
    );
    expect(await ensure(test)).toBe('found');
  });

  it('has the time of its longest model call, and 30 s more, to end when it is replaced', async () => {
    const test = await servicesUnderTest();
    const { stopWithinMs } = workerProcess(
      test.context({ ESPALIER_MODEL_TIMEOUT_MS: '120000' }),
      target,
    );
    expect(stopWithinMs).toBe(150_000);
  });

  it('is not ready because an earlier one was', async () => {
    const test = await servicesUnderTest();
    await ensure(test);
    const earlier = await test.pidOf(workerName);
    await test.kill(workerName);
    test.whenNextStarted('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)');
    await ensure(test);
    const ready = Number(readFileSync(workerReadyFile(test.folder), 'utf8'));
    expect(ready).toBe(await test.pidOf(workerName));
    expect(ready).not.toBe(earlier);
  });

  it.each([
    ['its sandbox', { ESPALIER_SANDBOX_SLOTS: '3' }],
    ['its patience with a model', { ESPALIER_MODEL_TIMEOUT_MS: '1234' }],
    ['whether it asks for streams', { ESPALIER_STREAM: '1' }],
    ['the safety of its store', { ESPALIER_STORE_SYNC: 'full' }],
  ])('is replaced, or kept, as the caller says when %s differs', async (_, changes) => {
    const test = await servicesUnderTest();
    await ensure(test);
    const first = await test.pidOf(workerName);
    expect(await ensure(test, changes, { whenDifferent: 'keep' })).toBe('found');
    expect(await test.pidOf(workerName)).toBe(first);
    expect(await ensure(test, changes)).toBe('started');
    expect(await test.pidOf(workerName)).not.toBe(first);
  });

  it.each([
    ['sandbox', { ESPALIER_SANDBOX_SLOTS: '3' }, 'found', 'goes on with what it was started with'],
    ['key', key, 'started', 'first it finishes the model calls it has in flight'],
  ])(
    'that works on the run is kept, or replaced where that needs another %s, and either is said',
    async (_, changes, expected, words) => {
      const test = await servicesUnderTest();
      await ensure(test);
      const needs = {
        needsEndpoint: 'OPENAI_API_KEY' in changes,
        whenDifferent: 'if-needed',
        typed: true,
      } as const;
      const said: string[] = [];
      const context = { ...test.context(changes), note: (text: string) => void said.push(text) };
      expect(await ensureWorker(context, target, needs)).toBe(expected);
      expect(said.join('\n')).toContain(words);
      expect(said.join('\n')).toContain(Object.keys(changes)[0]);
    },
  );

  it('is told of at the first look, and not at every look of who watches', async () => {
    const test = await servicesUnderTest();
    await ensure(test);
    const said: string[] = [];
    const context = {
      ...test.context({ ESPALIER_SANDBOX_SLOTS: '3' }),
      note: (text: string) => void said.push(text),
    };
    const needs = { needsEndpoint: false, whenDifferent: 'keep', typed: false } as const;
    await ensureWorker(context, target, needs);
    expect(said).toEqual([]);
    await ensureWorker(context, target, { ...needs, typed: true });
    expect(said).toHaveLength(1);
  });

  it('keeps a key that was typed last against who only watches, and loses none to it', async () => {
    const test = await servicesUnderTest();
    await ensure(test, key, { needsEndpoint: true });
    const watching = { needsEndpoint: true, whenDifferent: 'keep', typed: false } as const;
    expect(await ensureWorker(test.context(otherKey), target, watching)).toBe('found');
    expect(await ensureWorker(test.context(otherKey), target, { ...watching, typed: true })).toBe(
      'started',
    );
  });

  it('is not replaced over a key that nobody needs', async () => {
    const test = await servicesUnderTest();
    await ensure(test);
    expect(await ensure(test, key)).toBe('found');
  });

  it.each([
    [{ ESPALIER_SANDBOX_SLOTS: '3' }, 'since ESPALIER_SANDBOX_SLOTS differs;'],
    [
      { ESPALIER_SANDBOX_SLOTS: '3', ESPALIER_SESSIONS: '2' },
      'since ESPALIER_SANDBOX_SLOTS, ESPALIER_SESSIONS differ;',
    ],
  ])('is replaced for one reason or several: %j', async (changes, words) => {
    const test = await servicesUnderTest();
    await ensure(test);
    await ensure(test, changes);
    expect(test.notes.join()).toContain(words);
  });

  it('is the same one for commands that differ in what the run decides', async () => {
    const test = await servicesUnderTest();
    await ensure(test);
    expect(await ensure(test, { ESPALIER_RETRY_FOR_MS: '1', ESPALIER_QUEUES: 'split' })).toBe(
      'found',
    );
  });

  it('is replaced when the engine is another one', async () => {
    const test = await servicesUnderTest();
    await ensure(test);
    const needs = { needsEndpoint: false, whenDifferent: 'restart', typed: true } as const;
    const moved = { ...target, address: '127.0.0.1:7234' };
    expect(await ensureWorker(test.context(), moved, needs)).toBe('started');
  });

  it('keeps its key against a run that asks no endpoint, not against one that does', async () => {
    const test = await servicesUnderTest();
    await ensure(test, key, { needsEndpoint: true });
    expect(await ensure(test)).toBe('found');
    expect(await ensure(test, otherKey)).toBe('found');
    expect(await ensure(test, otherKey, { needsEndpoint: true })).toBe('started');
  });

  it('is replaced for a run whose endpoint it cannot ask, though somebody else could do with it', async () => {
    const test = await servicesUnderTest();
    await ensure(test);
    const needs = { needsEndpoint: true, whenDifferent: 'keep' } as const;
    expect(await ensure(test, key, needs)).toBe('started');
    expect(await ensure(test, key, needs)).toBe('found');
    const slots = { ...key, ESPALIER_SANDBOX_SLOTS: '3' };
    expect(await ensure(test, slots, needs)).toBe('found');
    expect(await ensure(test, otherKey, needs)).toBe('started');
  });

  it('is started anew by a run that asks no endpoint when the one with the key has died', async () => {
    const test = await servicesUnderTest();
    await ensure(test, key, { needsEndpoint: true });
    await test.kill(workerName);
    expect(await ensure(test)).toBe('started');
    expect(await ensure(test, { ESPALIER_SANDBOX_SLOTS: '3' })).toBe('started');
  });

  it.each(['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'no_proxy', 'NO_PROXY'])(
    'is replaced for a run on an endpoint when %s differs',
    async (name) => {
      const test = await servicesUnderTest();
      await ensure(test, key, { needsEndpoint: true });
      const proxied = { ...key, [name]: 'http://proxy.test:3128' };
      expect(await ensure(test, proxied, { needsEndpoint: true })).toBe('started');
      expect(await ensure(test, proxied, { needsEndpoint: true })).toBe('found');
    },
  );

  it('is written down without its key', async () => {
    const test = await servicesUnderTest();
    await ensure(test, key, { needsEndpoint: true });
    const record = readFileSync(join(test.folder.processes, `${workerName}.json`), 'utf8');
    expect(record).not.toContain(key.OPENAI_API_KEY);
    expect(record).not.toContain('model.test');
  });

  it('that ends before it polls is named with what it said', async () => {
    const test = await servicesUnderTest();
    test.whenNextStarted(`console.error('no sandbox here'); process.exit(3)`);
    await expect(ensure(test)).rejects.toMatchObject({
      code: 'PROCESS_EXITED_EARLY',
      message: expect.stringContaining('no sandbox here') as string,
    });
    expect(await test.pidOf(workerName)).toBeNull();
  });
});
