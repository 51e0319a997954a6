import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

import { ensureEngine, engineStatus, stopEngine } from '../../engine';
import { freePort } from '../../processes';
import type { EngineOptions } from '../../engine';
import { cleanUp, containing, scratchState } from './scratch-state';

afterEach(() => cleanUp([]));

function withAddress(address: string): EngineOptions {
  const state = scratchState();
  const cacheFolder = `${state.root}/cache`;
  const namespace = 'mine';
  return { state, cacheFolder, address, namespace, searchPath: '', cliPath: undefined };
}

describe('ensureEngine with TEMPORAL_ADDRESS', () => {
  it('uses what listens there, and starts and writes nothing', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const options = withAddress(`127.0.0.1:${port}`);
    try {
      expect(await ensureEngine(options)).toEqual({
        address: `127.0.0.1:${port}`,
        namespace: 'mine',
        uiUrl: null,
        started: false,
        replacedDead: false,
      });
      expect(await engineStatus(options)).toMatchObject({ kind: 'external', problem: null });
      expect(await stopEngine(options)).toEqual({ kind: 'none' });
      expect(existsSync(options.state.processes)).toBe(false);
    } finally {
      server.close();
    }
  });

  it('says that nothing listens there', async () => {
    const port = await freePort();
    await expect(ensureEngine(withAddress(`127.0.0.1:${port}`))).rejects.toMatchObject({
      code: 'ENGINE_UNREACHABLE',
      exitCode: 3,
      message: containing(`TEMPORAL_ADDRESS=127.0.0.1:${port}`),
    });
  });

  it.each(['localhost', 'http://localhost:7233', 'localhost:0', 'localhost:99999', ':7233'])(
    'refuses %s, which is not host:port',
    async (address) => {
      await expect(ensureEngine(withAddress(address))).rejects.toThrow(
        'it is not of the form host:port',
      );
    },
  );
});
