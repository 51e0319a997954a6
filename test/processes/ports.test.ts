import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { freePort, isPortFree } from '../../processes';
import { acceptsConnections, choosePorts } from '../../processes/ports';
import { cleanUp, scratchState } from '../engine/scratch-state';

afterEach(() => cleanUp([]));

async function listen(port: number, host = '127.0.0.1') {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return { close: () => new Promise((resolve) => server.close(resolve)) };
}

describe('ports', () => {
  it('are found free below the range of outgoing connections', async () => {
    const port = await freePort();
    expect(port).toBeGreaterThanOrEqual(20_000);
    expect(port).toBeLessThan(32_768);
    expect(await isPortFree(port)).toBe(true);
  });

  it.each(['127.0.0.1', '0.0.0.0'])('count as taken when somebody listens on %s', async (host) => {
    const port = await freePort();
    const server = await listen(port, host);
    expect(await isPortFree(port)).toBe(false);
    expect((await acceptsConnections({ host: '127.0.0.1', port })).accepts).toBe(true);
    await server.close();
    expect(await isPortFree(port)).toBe(true);
    expect((await acceptsConnections({ host: '127.0.0.1', port })).accepts).toBe(false);
  });

  it('are remembered per state folder, each its own', async () => {
    const state = scratchState();
    const policies = { main: 'keep', ui: 'replace' } as const;
    const first = await choosePorts(state, 'thing', policies);
    expect(new Set(Object.values(first)).size).toBe(2);
    expect(await choosePorts(state, 'thing', policies)).toEqual(first);
    const file = join(state.processes, 'thing.ports.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(first);
  });

  it('move only where they may', async () => {
    const state = scratchState();
    const policies = { main: 'keep', ui: 'replace' } as const;
    const first = await choosePorts(state, 'thing', policies);
    const ui = await listen(first['ui'] ?? 0);
    const second = await choosePorts(state, 'thing', policies);
    expect(second['main']).toBe(first['main']);
    expect(second['ui']).not.toBe(first['ui']);
    await ui.close();
    const main = await listen(first['main'] ?? 0);
    await expect(choosePorts(state, 'thing', policies)).rejects.toMatchObject({
      code: 'PORT_IN_USE',
      port: first['main'],
    });
    await main.close();
  });
});
