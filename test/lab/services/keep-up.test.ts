import { createKeeper } from '../../../lab/services/keep-up';
import type { Service } from '../../../lab/services/services-for';
import { workerName } from '../../../lab/services/worker-ready';
import { identifyProcess } from '../../../processes/process-identity';
import { writeRecord } from '../../../processes/process-record';
import { child, firstOutput } from '../../engine/scratch-state';
import { endServices, servicesUnderTest } from './services-under-test';

afterEach(endServices);

describe('a service that another process is just starting', () => {
  it('has not died, so each look waits for it at once', async () => {
    const starting = child(['-e', 'console.log("here"); setInterval(() => {}, 1000)']);
    await firstOutput(starting);
    const identity = await identifyProcess(starting.pid ?? 0);
    const test = await servicesUnderTest();
    await writeRecord(test.folder, {
      ...{ name: workerName, ports: {}, command: [], fingerprint: 'f', startedAt: 'now' },
      ...{ logFile: 'worker.log', logOffset: 0, identity, readyAt: null },
    });
    const ensure = jest.fn(() => Promise.resolve('found' as const));
    const service: Service = { name: workerName, what: 'the worker', announced: null, ensure };
    const keeper = createKeeper(test.context(), {
      onTrouble: (error) => {
        throw error;
      },
    });
    for (let look = 0; look < 4; look += 1) await keeper.look([service]);
    expect(ensure).toHaveBeenCalledTimes(4);
    expect(test.notes).toEqual([]);
  });
});

describe('services that cannot be started', () => {
  it('end the look if one of them is the engine; any other failure stops no other service', async () => {
    const test = await servicesUnderTest();
    const trouble: string[] = [];
    const asked: string[] = [];
    const keeper = createKeeper(test.context(), {
      onTrouble: (_, { name }) => void trouble.push(name),
    });
    const service = (name: string, up: boolean): Service => ({
      ...{ name, what: name, announced: null },
      ensure: () => {
        asked.push(name);
        return up ? Promise.resolve('found') : Promise.reject(new Error('it cannot start'));
      },
    });
    expect(await keeper.look([service('engine', false), service('worker', true)])).toBe(false);
    expect([asked, trouble]).toEqual([['engine'], ['engine']]);
    expect(await keeper.look([service('model-1', false), service('worker', true)])).toBe(true);
    expect(asked.slice(1)).toEqual(['model-1', 'worker']);
    expect(trouble).toEqual(['engine', 'model-1']);
  });
});
