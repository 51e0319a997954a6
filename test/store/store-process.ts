import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

interface Reply {
  readonly id?: number;
  readonly value?: unknown;
  readonly error?: { readonly code: string; readonly message: string };
  readonly ready?: true;
  readonly failed?: string;
}

/** A process of its own with the store open. */
export interface StoreProcess {
  readonly ready: Promise<void>;
  readonly call: (part: string, method: string, ...args: readonly unknown[]) => Promise<unknown>;
  /** SIGKILL. */
  readonly kill: () => Promise<void>;
}

export function startStoreProcess(path: string): StoreProcess {
  const child = fork(join(__dirname, 'store-process-main.cjs'), [path], {
    execArgv: ['--require', join(__dirname, 'register-typescript.cjs')],
  });
  // One listener per call that is on its way.
  child.setMaxListeners(0);
  let last = 0;
  return {
    ready: waitUntilReady(child),
    call: (part, method, ...args) => {
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        const listen = (reply: Reply): void => {
          if (reply.id !== id) return;
          child.off('message', listen);
          if (reply.error === undefined) resolve(reply.value);
          else reject(new Error(`${reply.error.code}: ${reply.error.message}`));
        };
        child.on('message', listen);
        child.send({ id, part, method, args });
      });
    },
    kill: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) {
          resolve();
          return;
        }
        child.once('exit', () => {
          resolve();
        });
        child.kill('SIGKILL');
      }),
  };
}

function waitUntilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('message', (reply: Reply) => {
      if (reply.ready === true) resolve();
      else reject(new Error(reply.failed ?? 'the process said something else first'));
    });
    child.once('exit', (code) => {
      reject(new Error(`the process ended with ${String(code)} before it was ready`));
    });
  });
}
