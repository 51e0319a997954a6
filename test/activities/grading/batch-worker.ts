import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { NativeConnection, Worker } from '@temporalio/worker';

import { CallsInFlight } from '../../../activities/model/calls-in-flight';
import { createActivities } from '../../../activities';
import { openStore } from '../../../store';
import { createScriptedSandbox } from '../../fakes/scripted-sandbox';
import { quietRuntime } from '../../workflows/support/quiet-runtime';
import { noRepositories } from '../../../laboratory/fakes/no-repositories';
import { noSessions } from '../../fakes/no-sessions';

/**
 * A worker for one batch, in a process that can be killed. It writes the name of each program into `log` when it is
 * begun, and kills itself when `last` programs have been begun.
 */
async function main(): Promise<void> {
  const [address = '', queue = '', storePath = '', log = '', verdicts = '{}', last = '0'] =
    process.argv.slice(2);
  quietRuntime();
  let begun = 0;
  const sandbox = createScriptedSandbox(JSON.parse(verdicts) as Record<string, string>, {
    before: async (name) => {
      appendFileSync(log, `${name}\n`);
      begun += 1;
      if (begun === Number(last)) process.kill(process.pid, 'SIGKILL');
      await sleep(30);
    },
  });
  const store = await openStore({ path: storePath });
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({
    connection,
    taskQueue: queue,
    maxHeartbeatThrottleInterval: 50,
    defaultHeartbeatThrottleInterval: 50,
    activities: createActivities({
      store,
      sandbox: () => Promise.resolve(sandbox),
      sessions: noSessions,
      ...noRepositories,
      programsAtOnce: 3,
      calls: new CallsInFlight(),
      modelClient: () => Promise.reject(new Error('no model is asked')),
      owner: queue,
      leaseMs: 1_000,
    }),
  });
  await worker.run();
}

void main();
