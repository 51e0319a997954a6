import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { once } from 'node:events';
import { dirname, join } from 'node:path';

import { ensureModelServer } from '../../../lab/services/ensure-model-server';
import { ownModelServerUrl } from '../../../config/own-model-server';
import type { ModelConfig } from '../../../core/schemas/run';
import { endServices, modelServer, servicesUnderTest, simulated } from './services-under-test';

afterEach(endServices);

const recorded: ModelConfig = { ...simulated, kind: 'recorded', bankModel: 'some-model' };

describe('the model server of a run', () => {
  it('answers where it says that it does', async () => {
    const test = await servicesUnderTest();
    expect(await ensureModelServer(test.context(), simulated, 'restart')).toBe('started');
    const url = new URL(ownModelServerUrl(test.folder, simulated.logicalEndpoint) ?? '');
    const socket = connect(Number(url.port), url.hostname);
    await once(socket, 'connect');
    socket.destroy();
    expect(await ensureModelServer(test.context(), simulated, 'restart')).toBe('found');
  });

  it('is told the kept bank, what it is to be, and what it must come to', async () => {
    const test = await servicesUnderTest();
    await ensureModelServer(test.context(), simulated, 'restart');
    const kept = join(test.folder.banks, 'b'.repeat(64), '0-programs.jsonl');
    expect(test.started()).toMatchObject([
      {
        entry: 'model-server-main',
        options: {
          kind: 'simulated',
          bankFiles: [kept],
          criticAccuracy: 0.5,
          expect: simulated.logicalEndpoint,
        },
      },
    ]);
  });

  it('is told the kept script of a chat', async () => {
    const test = await servicesUnderTest();
    const scriptSha256 = 'c'.repeat(64);
    const file = join(test.folder.banks, scriptSha256, '0-script.json');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '{}');
    await ensureModelServer(test.context(), { ...simulated, scriptSha256 }, 'restart');
    expect(test.started()).toMatchObject([{ options: { scriptFile: file } }]);
  });

  it('plays no model when it answers from a record', async () => {
    const test = await servicesUnderTest();
    await ensureModelServer(test.context(), recorded, 'restart');
    expect(test.started()).toMatchObject([
      { options: { kind: 'recorded', bankModel: 'some-model' } },
    ]);
  });

  it('is replaced, or kept, as the caller says when it answers slower', async () => {
    const test = await servicesUnderTest();
    await ensureModelServer(test.context(), simulated, 'restart');
    const first = await test.pidOf(modelServer);
    const slower = test.context({ ESPALIER_SIMULATED_LATENCY_MS: '7' });
    expect(await ensureModelServer(slower, simulated, 'keep')).toBe('found');
    expect(await test.pidOf(modelServer)).toBe(first);
    expect(await ensureModelServer(slower, simulated, 'restart')).toBe('started');
    expect(test.started().at(-1)?.options).toMatchObject({ latencyMs: 7 });
  });

  it('is not started without the bank that the run began with', async () => {
    const test = await servicesUnderTest();
    rmSync(test.folder.banks, { recursive: true });
    await expect(ensureModelServer(test.context(), simulated, 'restart')).rejects.toMatchObject({
      code: 'BANK_MISSING',
    });
    expect(test.started()).toEqual([]);
  });
});
