/** The worker as a detached process: what `lab/` starts and keeps up. */
import { writeFileSync } from 'node:fs';

import { z } from 'zod';

import { readSettings } from '../config/settings';
import { runDetached, say } from './run-detached';
import { workerRoles } from './roles';
import { runWorker } from './run-worker';

const Options = z.strictObject({
  role: z.enum(workerRoles),
  /** The engine, which is up. */
  target: z.strictObject({ address: z.string(), namespace: z.string(), local: z.boolean() }),
  /** Gets our pid and the workflow code that we run, once every queue is polled. */
  readyFile: z.string(),
  /** Ask no model: answers come from the journal alone. */
  offline: z.boolean(),
});

runDetached(Options, ({ role, target, readyFile, offline }) =>
  runWorker({
    settings: readSettings(),
    target,
    role,
    offline,
    say,
    onDraining: (inFlight, phase) => {
      const calls = `${String(inFlight)} model call${inFlight === 1 ? '' : 's'} in flight`;
      say(phase === 'waiting' ? `waits for ${calls}` : `gave up ${calls}`);
    },
    onReady: (bundle) => {
      writeFileSync(readyFile, JSON.stringify({ pid: process.pid, bundle }), { mode: 0o600 });
      say(`working as ${role} on ${target.address}`);
    },
  }),
);
