/** A process with sessions, to be killed: node scripts/run.cjs <this file> BACKEND LABEL [IMAGE] */
import { usualSessionLimits } from '../../../core/adapters/session';
import type { SandboxBackend } from '../../../core/names/sandbox-backends';
import { openSessions } from '../../../sandbox';
import { dockerHost } from '../../../laboratory/home/docker-host';

async function main(): Promise<void> {
  const [, , backend, stateLabel = '', image] = process.argv;
  const options = { backend: backend as SandboxBackend, stateLabel, image, dockerHost };
  const sessions = await openSessions(options);
  const open = () => sessions.open({ limits: usualSessionLimits, seed: 0 });
  const [busy, resting] = [await open(), await open()];
  await resting.run('x = 1');
  const spin = 'import os, signal\nos.fork()\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n';
  const running = busy.run(`${spin}while True: pass`);
  process.stdout.write('open\n');
  await running;
}

void main();
