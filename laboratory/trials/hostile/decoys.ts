import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type Server } from 'node:net';

/** What programs of a corpus look for outside their box: a secret of ours, and a server on the loopback address. */
export const decoySecret = { name: 'SBX_SECRET', value: 'decoy-of-the-harness' } as const;
const loopbackPort = 47_811;

export interface Decoys {
  /** Whether the loopback server could listen: another process may have the port. */
  readonly listening: boolean;
  readonly close: () => Promise<void>;
}

function listen(): Promise<Server | null> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end('secret');
  });
  return new Promise((resolve) => {
    server.once('error', () => resolve(null));
    server.listen(loopbackPort, '127.0.0.1', () => resolve(server));
  });
}

/** A process whose environment holds the secret, for programs that read the environments of others. */
function secretHolder(): ChildProcess {
  const wait = 'process.stdin.resume(); process.stdin.on("end", () => process.exit())';
  const child = spawn(process.execPath, ['-e', wait], {
    env: { [decoySecret.name]: decoySecret.value },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.on('error', () => undefined);
  return child;
}

export async function putOutDecoys(): Promise<Decoys> {
  const server = await listen();
  const holder = secretHolder();
  return {
    listening: server !== null,
    close: async () => {
      const gone = new Promise((resolve) => holder.once('close', resolve));
      holder.stdin?.end();
      if (holder.pid !== undefined) await gone;
      await new Promise((resolve) => (server === null ? resolve(null) : server.close(resolve)));
    },
  };
}
