import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { once } from 'node:events';

import { ensureModelServer } from '../../../lab/services/own-model-server';
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
    const [args = []] = test.started();
    expect(args.slice(0, 4)).toEqual(['model', 'serve', '--simulated', '--bank']);
    expect(args[4]).toMatch(new RegExp(`^${test.folder.banks}/b+/000-programs.jsonl$`));
    expect(args).toContain('--critic-accuracy=0.5');
    expect(args).toContain(`--expect=${simulated.logicalEndpoint}`);
  });

  it('plays no model when it answers from a record', async () => {
    const test = await servicesUnderTest();
    await ensureModelServer(test.context(), recorded, 'restart');
    const [args = []] = test.started();
    expect(args).not.toContain('--simulated');
    expect(args).toContain('--bank-model=some-model');
  });

  it('is replaced, or kept, as the caller says when it answers slower', async () => {
    const test = await servicesUnderTest();
    await ensureModelServer(test.context(), simulated, 'restart');
    const first = await test.pidOf(modelServer);
    const slower = test.context({ ESPALIER_SIMULATED_LATENCY_MS: '7' });
    expect(await ensureModelServer(slower, simulated, 'keep')).toBe('found');
    expect(await test.pidOf(modelServer)).toBe(first);
    expect(await ensureModelServer(slower, simulated, 'restart')).toBe('started');
    expect(test.started().at(-1)).toContain('--latency-ms=7');
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
