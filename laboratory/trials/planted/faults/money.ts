import type { FaultArea } from '../planted-fault';
import { endpointsAndRestarts } from './endpoints-and-restarts';
import { pricesAndLeases } from './prices-and-leases';
import { workersAndStores } from './workers-and-stores';

const services = 'test/lab/services';

/** Calls that are paid for, and work that must not be lost or stand still. */
export const money: FaultArea = {
  name: 'money',
  faults: [
    {
      name: 'a pause is not carried into the next history of a dialogue',
      file: 'workflows/dialogue/refine-solution.ts',
      find: '{ ...input, paused: gate.paused, carried }',
      replace: '{ ...input, paused: null, carried }',
      tests: ['test/workflows/dialogue/refine-solution.temporal.test.ts'],
    },
    {
      name: 'an adopted child is not told whether the run is paused',
      file: 'workflows/work/children-in-flight.ts',
      find: 'await this.told(signalPause(id, gate.paused));',
      replace: 'void gate;',
      tests: ['test/workflows/work/outliving-items.long.temporal.test.ts'],
    },
    {
      name: 'an adopted child is told the opposite of whether the run is paused',
      file: 'workflows/work/children-in-flight.ts',
      find: 'await this.told(signalPause(id, gate.paused));',
      replace: "await this.told(signalPause(id, gate.paused === null ? 'paused' : null));",
      tests: ['test/workflows/work/outliving-items.long.temporal.test.ts'],
    },
    {
      name: '`down` kills a worker that still waits for its calls',
      file: 'lab/services/stop-services.ts',
      find: '? workerStopsWithinMs(settings) : 20_000',
      replace: '? workerStopsWithinMs(settings) / 10 : 20_000',
      tests: [`${services}/stop-services.test.ts`],
    },
    {
      name: '`down` waits as long as any process for a worker with calls in flight',
      file: 'lab/services/stop-services.ts',
      find: 'now ? nowMs : graceOf(name, context.settings)',
      replace: 'now ? nowMs : 20_000',
      tests: [`${services}/stop-services.test.ts`],
    },
    {
      name: 'a worker that is replaced is not given the time of its calls',
      file: 'processes/managed-process.ts',
      find: 'await stopLocked(folders, wanted.name, wanted.stopWithinMs);',
      replace: 'await stopLocked(folders, wanted.name);',
      tests: ['test/processes/managed-process.test.ts', `${services}/ensure-worker.test.ts`],
    },
    {
      name: 'a worker that is replaced is killed after a tenth of a second',
      file: 'lab/services/ensure-worker.ts',
      find: 'stopWithinMs: workerStopsWithinMs(settings)',
      replace: 'stopWithinMs: 100',
      tests: [`${services}/ensure-worker.test.ts`],
    },
    {
      name: 'the supervisor tries a stuck run again at every look',
      file: 'lab/supervision/going-on.ts',
      find: 'backOff: tried(known.backOff)',
      replace: 'backOff: known.backOff',
      tests: ['test/lab/supervision/going-on.test.ts'],
    },
    {
      name: 'a worker goes on with an old proxy',
      file: 'lab/services/ensure-worker.ts',
      find: 'key ?? `file ${String(file)}`, ...proxies]',
      replace: 'key ?? `file ${String(file)}`]',
      tests: [`${services}/ensure-worker.test.ts`],
    },
    {
      name: 'a reply that was cut off counts as whole when a piece without a finish reason follows',
      file: 'llm/streaming/streamed-answer.ts',
      find: 'finishReason = choice.finish_reason ?? finishReason;',
      replace: 'finishReason = choice.finish_reason ?? null;',
      tests: ['test/llm/model-client-streams.test.ts'],
    },
    ...pricesAndLeases,
    ...endpointsAndRestarts,
    ...workersAndStores,
  ],
};
