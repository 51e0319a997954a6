import { randomInt } from 'node:crypto';
import { createServer, connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { PortInUseError } from './errors';
import { readJson, writeJsonAtomically } from './json-file';
import type { ProcessFolders } from './process-record';
import { parsePorts } from './process-record';

/** A remembered port is taken: `keep` stops, for ports that others have written down; `replace` chooses another. */
export type PortPolicy = 'keep' | 'replace';

const host = '127.0.0.1';
/** Below the range from which systems give ports to outgoing connections, so that a stopped server finds its own again. */
const lowest = 20_000;
const highest = 32_767;
/** A killed server's socket outlives it by moments. */
const releaseMs = 1_000;

/** True when a server may bind the port on 127.0.0.1 now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen({ host, port, exclusive: true }, () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}

/** A port on 127.0.0.1 that nobody uses, outside `except`. */
export async function freePort(except: readonly number[] = []): Promise<number> {
  for (let tries = 0; tries < 200; tries += 1) {
    const port = randomInt(lowest, highest + 1);
    if (!except.includes(port) && (await isPortFree(port))) return port;
  }
  return anyFreePort();
}

/** True when something accepts connections there. */
export function acceptsConnections(
  address: { readonly host: string; readonly port: number },
  timeoutMs = 1_000,
): Promise<{ readonly accepts: boolean; readonly reason: string }> {
  return new Promise((resolve) => {
    const socket = connect(address);
    const finish = (accepts: boolean, reason: string): void => {
      socket.destroy();
      resolve({ accepts, reason });
    };
    socket.setTimeout(timeoutMs, () => {
      finish(false, `no connection within ${timeoutMs} ms`);
    });
    socket.once('connect', () => {
      finish(true, '');
    });
    socket.once('error', (error) => {
      finish(false, error.message);
    });
  });
}

export function portsPath(folders: ProcessFolders, name: string): string {
  return join(folders.processes, `${name}.ports.json`);
}

export async function rememberedPorts(
  folders: ProcessFolders,
  name: string,
): Promise<Readonly<Record<string, number>>> {
  return parsePorts(await readJson(portsPath(folders, name)));
}

/**
 * The ports to start `name` with: those of last time where they are free, else new ones, remembered for next time.
 * @throws PortInUseError for a taken port with policy `keep`; StateFolderNotWritableError, DiskFullError
 */
export async function choosePorts(
  folders: ProcessFolders,
  name: string,
  policies: Readonly<Record<string, PortPolicy>>,
): Promise<Readonly<Record<string, number>>> {
  const file = portsPath(folders, name);
  const remembered = await rememberedPorts(folders, name);
  const chosen: Record<string, number> = {};
  for (const [portName, policy] of Object.entries(policies)) {
    const last = remembered[portName];
    if (last !== undefined && (await becomesFree(last))) {
      chosen[portName] = last;
    } else if (last !== undefined && policy === 'keep') {
      throw new PortInUseError(name, last, file);
    } else {
      chosen[portName] = await freePort([...Object.values(chosen), ...Object.values(remembered)]);
    }
  }
  if (JSON.stringify(chosen) !== JSON.stringify(remembered))
    await writeJsonAtomically(file, chosen);
  return chosen;
}

async function becomesFree(port: number): Promise<boolean> {
  const until = Date.now() + releaseMs;
  while (!(await isPortFree(port))) {
    if (Date.now() > until) return false;
    await sleep(50);
  }
  return true;
}

function anyFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host, port: 0 }, () => {
      const address = server.address();
      server.close(() => {
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  });
}
