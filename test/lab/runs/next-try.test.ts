import { createServer } from 'node:http2';
import type { ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';

import { readSettings } from '../../../config/settings';
import { stateFolder } from '../../../config/state-folder';
import { readNextTry } from '../../../lab/runs/next-try';
import { eventually } from '../../../laboratory/home/eventually';
import { cleanUp, scratchState } from '../../engine/scratch-state';
import { createMemoryStore } from '../../fakes/memory-store';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';

afterEach(() => cleanUp([]));

/** An engine that can be connected to and knows no request, for as long as the body runs. */
async function withSilentEngine(
  body: (address: string, asked: () => number) => Promise<void>,
): Promise<void> {
  let asked = 0;
  const server = createServer();
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => sessions.add(session));
  server.on('stream', (stream) => {
    asked += 1;
    const headers = { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '12' };
    stream.respond(headers, { endStream: true });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    await body(`127.0.0.1:${String(port)}`, () => asked);
  } finally {
    for (const session of sessions) session.destroy();
    server.close();
  }
}

async function waitingRun() {
  const store = createMemoryStore();
  const attempt = { run: 'r', problem: 'P/0', sample: 0 };
  await store.runs.createRun('r', scriptedRunConfig());
  await store.runs.beginAttempt(attempt, 0);
  return { store, wait: () => store.runs.setWaiting(attempt, 'the endpoint is busy') };
}

describe('the time of the next try', () => {
  it('is not asked for while nothing waits, and unknown where the engine does not say it', async () => {
    await withSilentEngine(async (address, asked) => {
      const settings = readSettings({
        ...{ ESPALIER_HOME: scratchState().root, TEMPORAL_ADDRESS: address },
      });
      const context = { settings, folder: stateFolder(settings), note: () => undefined };
      const { store, wait } = await waitingRun();
      await expect(readNextTry(context, store, 'r')).resolves.toBeNull();
      expect(asked()).toBe(0);
      await wait();
      await expect(readNextTry(context, store, 'r')).resolves.toBeNull();
      await eventually('the engine is asked', () => asked() > 0);
    });
  });
});
