import { connectEngine } from '../../client';
import { freePort } from '../../processes';

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
