/** A thread that simulates: told a job, it says what each grid point came to. */
import { parentPort, workerData } from 'node:worker_threads';

import { openSimulation } from './open-simulation';
import type { SimulationJob, SimulationPlace } from './open-simulation';

const port = parentPort;
// Our own main thread started this one, with a place of its own making.
const opening = openSimulation(workerData as SimulationPlace);
opening.then(
  (doJob) => {
    port?.on('message', (job: SimulationJob) => port.postMessage(doJob(job)));
    port?.postMessage('ready');
  },
  (error: unknown) => {
    // An error that nobody catches is the thread's last word to whoever started it.
    setImmediate(() => {
      throw error;
    });
  },
);
