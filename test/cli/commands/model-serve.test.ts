import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

import { eventually } from '../../../laboratory/home/eventually';
import { post } from '../../llm/simulated/chat-calls';
import { useOwnHome } from '../sandbox/own-home';
import { runCommand } from '../sandbox/run-command';

const own = useOwnHome();

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => {
        resolve(port);
      });
    });
  });
}

describe('model serve', () => {
  it.each([
    ['below', 1000 * 1024, false],
    ['at', 1024 * 1024, true],
  ])('puts a log aside at the size in megabytes that is set: %s', async (name, bytes, putAside) => {
    process.env['ESPALIER_SIMULATED_LOG_MB'] = '1';
    const log = own.file(`${name}.jsonl`, `${'x'.repeat(bytes - 1)}\n`);
    const port = String(await freePort());
    const flags = ['--simulated', '--port', port, '--log-file', log];
    const served = runCommand(['model', 'serve', ...flags]);
    await eventually('the server has answered', async () => {
      const answer = await post({ url: `http://127.0.0.1:${port}` }).catch(() => null);
      return answer?.status === 200;
    });
    process.emit('SIGTERM');
    expect(await served).toMatchObject({ code: 0 });
    expect(existsSync(`${log}.earlier`)).toBe(putAside);
  });
});
