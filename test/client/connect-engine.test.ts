import { connectEngine } from '../../client';
import { freePort } from '../../processes';
import { startProxy } from '../fakes/http-proxy';

describe('connecting to an engine that does not answer', () => {
  it.each([
    [true, 'espalier up'],
    [false, 'TEMPORAL_ADDRESS'],
  ])('says where, and what to do (local: %s)', async (local, remedy) => {
    const address = `127.0.0.1:${String(await freePort())}`;
    const connecting = connectEngine({
      address,
      namespace: 'default',
      local,
      connectWithinMs: 300,
    });
    await expect(connecting).rejects.toMatchObject({
      code: 'ENGINE_UNREACHABLE',
      message: `no Temporal server answers at ${address}`,
      remedy: expect.stringContaining(remedy) as unknown,
      exitCode: 3,
    });
  });
});

it('an engine on this machine is never asked through a proxy', async () => {
  const proxy = await startProxy();
  process.env['http_proxy'] = proxy.url;
  const address = `127.0.0.1:${String(await freePort())}`;
  const target = { address, namespace: 'default', local: false, connectWithinMs: 300 };
  await expect(connectEngine(target)).rejects.toMatchObject({ code: 'ENGINE_UNREACHABLE' });
  delete process.env['http_proxy'];
  expect(proxy.asked).toEqual([]);
  await proxy.close();
});
