import { join } from 'node:path';

import { noModel } from '../../../lab/planning/no-model';
import { ensureServices } from '../../../lab/services/ensure-services';
import { eventually } from '../../../laboratory/home/eventually';
import { rememberedMs } from '../../../core/supervision/back-off';
import { supervisorName } from '../../../lab/services/ensure-supervisor';
import { workerName } from '../../../lab/services/worker-ready';
import { markStopped } from '../../../lab/services/stopped-by-hand';
import {
  endServices,
  modelServer,
  onEndpoint,
  passTime,
  servicesUnderTest,
  simulated,
} from './services-under-test';
import type { ServicesUnderTest } from './services-under-test';

afterEach(endServices);

/** Services of a run on this model, after everything was said about their start. */
async function up(test: ServicesUnderTest, model = onEndpoint) {
  const services = await ensureServices(test.context(), model);
  await supervisorStarts(test, 1);
  test.notes.splice(0);
  // A look at the services costs something: they are not looked at more often than once a second.
  return { ...services, reviveLater: () => (passTime(1_500), services.revive()) };
}

const allEntries = (test: ServicesUnderTest): readonly string[] =>
  test.started().map(({ entry }) => entry);
/** The supervisor is not waited for: when it says that it has started depends. */
const entries = (test: ServicesUnderTest): readonly string[] =>
  allEntries(test).filter((entry) => entry !== 'supervisor-main');
const supervisorStarts = (test: ServicesUnderTest, times: number): Promise<true> =>
  eventually('the start of the supervisor', () =>
    allEntries(test).length - entries(test).length >= times ? true : null,
  );

describe('the services of a run', () => {
  it('are started in the order in which they need each other, each announced', async () => {
    const test = await servicesUnderTest();
    await ensureServices(test.context(), simulated);
    expect(entries(test)).toEqual(['model-server-main', 'worker-main']);
    expect(test.notes).toEqual(['starting the model server', 'starting a worker']);
  });

  it('are not started for an engine at TEMPORAL_ADDRESS that does not answer', async () => {
    const test = await servicesUnderTest();
    const context = test.context({ TEMPORAL_ADDRESS: '127.0.0.1:1' });
    await expect(ensureServices(context, simulated)).rejects.toMatchObject({
      code: 'ENGINE_UNREACHABLE',
    });
    expect([test.started(), test.notes]).toEqual([[], []]);
  });

  it('are no model server when a real endpoint is asked', async () => {
    const test = await servicesUnderTest();
    await ensureServices(test.context(), onEndpoint);
    expect(entries(test)).toEqual(['worker-main']);
  });

  it('are no model server when nobody is asked, and none is missed by who watches', async () => {
    const test = await servicesUnderTest();
    const services = await up(test, noModel.config);
    await test.kill(workerName);
    await services.reviveLater();
    expect(entries(test)).toEqual(['worker-main', 'worker-main']);
  });

  it('are no model server and no supervisor of a rerun, whose worker is told to ask nobody', async () => {
    const test = await servicesUnderTest();
    const offline = { ...test.context(), offline: true };
    const services = await ensureServices(offline, simulated);
    await test.kill(workerName);
    passTime(1_500);
    await services.revive();
    const worker = { entry: 'worker-main', options: { offline: true } };
    expect(test.started()).toMatchObject([worker, worker]);
  });

  it('are found the second time, without a word', async () => {
    const test = await servicesUnderTest();
    await up(test, simulated);
    await ensureServices(test.context(), simulated);
    expect(entries(test)).toEqual(['model-server-main', 'worker-main']);
    expect(test.notes).toEqual([]);
  });

  it('are started again when one that another needs dies under its hands, and not when one cannot start', async () => {
    const test = await servicesUnderTest();
    const record = join(test.folder.processes, `${modelServer}.json`);
    test.whenNextStarted(
      `if (entry === 'worker-main' && !existsSync(${JSON.stringify(join(test.folder.root, 'once'))})) {
         writeFileSync(${JSON.stringify(join(test.folder.root, 'once'))}, '');
         process.kill(JSON.parse(readFileSync(${JSON.stringify(record)})).identity.pid, 'SIGKILL');
         process.exit(3);
       }`,
    );
    await ensureServices(test.context(), simulated);
    const both = ['model-server-main', 'worker-main'];
    expect(entries(test)).toEqual([...both, ...both]);
    expect(test.notes).toContainEqual(
      expect.stringMatching(
        `^the worker ended before .*: ${modelServer} has died meanwhile, and is started again$`,
      ),
    );
    await test.kill(workerName);
    test.whenNextStarted('process.exit(3)');
    await expect(ensureServices(test.context(), simulated)).rejects.toMatchObject({
      code: 'PROCESS_EXITED_EARLY',
    });
    expect(entries(test)).toHaveLength(5);
  });

  it('run again after they were stopped by hand', async () => {
    const test = await servicesUnderTest();
    await up(test);
    await markStopped(test.folder);
    const again = await up(test);
    await expect(again.reviveLater()).resolves.toBeUndefined();
  });
});

describe('who watches a run', () => {
  it('starts again what has died, saying so', async () => {
    const test = await servicesUnderTest();
    const services = await up(test, simulated);
    await services.reviveLater();
    await test.kill(workerName);
    await services.reviveLater();
    await test.kill(modelServer);
    await services.reviveLater();
    // What it has started itself, nobody else has.
    await services.reviveLater();
    expect(test.notes).toEqual([
      'the worker had died and was started again',
      'the model server had died and was started again',
    ]);
    expect(await test.pidOf(workerName)).not.toBeNull();
    expect(await test.pidOf(modelServer)).not.toBeNull();
  });

  it('starts again what was killed while it was being started', async () => {
    const test = await servicesUnderTest();
    const services = await up(test);
    await test.kill(workerName);
    test.whenNextStarted("process.kill(process.pid, 'SIGKILL')");
    await services.reviveLater();
    expect(test.notes).toEqual([
      expect.stringContaining('worker ended before it was ready (signal SIGKILL)'),
    ]);
    test.whenNextStarted('');
    await services.reviveLater();
    expect(await test.pidOf(workerName)).not.toBeNull();
  });

  it('starts again what never answered, as one death more', async () => {
    const test = await servicesUnderTest();
    const services = await up(test);
    await test.kill(workerName);
    // It lives, and says to nobody that it is ready.
    test.whenNextStarted('options.readyFile = options.port = undefined');
    const reviving = services.reviveLater();
    await eventually('the start of the worker', async () => test.pidOf(workerName));
    passTime(60_000);
    await reviving;
    expect(test.notes).toEqual([expect.stringContaining('worker did not answer within 30 s')]);
    test.whenNextStarted('');
    await services.reviveLater();
    expect(await test.pidOf(workerName)).not.toBeNull();
  });

  it('looks once a second at most', async () => {
    const test = await servicesUnderTest();
    const services = await up(test);
    await services.reviveLater();
    await test.kill(workerName);
    await services.revive();
    expect(await test.pidOf(workerName)).toBeNull();
    await services.reviveLater();
    expect(await test.pidOf(workerName)).not.toBeNull();
  });

  it('never gives up what dies again: it waits longer each time, and says so', async () => {
    const test = await servicesUnderTest();
    const services = await up(test);
    for (let death = 0; death < 8; death += 1) {
      await test.kill(workerName);
      await services.reviveLater();
      expect((await test.pidOf(workerName)) === null).toBe(death > 0);
      passTime(60_000);
      await services.reviveLater();
      expect(await test.pidOf(workerName)).not.toBeNull();
    }
    expect(test.notes).toContain('the worker has died 5 times lately: it is started again in 4 s');
  });

  it('forgets deaths of long ago', async () => {
    const test = await servicesUnderTest();
    const services = await up(test);
    for (let death = 0; death < 6; death += 1) {
      await test.kill(workerName);
      await services.reviveLater();
      expect(await test.pidOf(workerName)).not.toBeNull();
      passTime(4 * rememberedMs);
    }
  });

  it('has a supervisor beside it, which it starts again as well', async () => {
    const test = await servicesUnderTest();
    const services = await up(test);
    await test.kill(supervisorName);
    await services.reviveLater();
    expect(test.notes).toEqual(['the supervisor had died and was started again']);
  });

  it('says what somebody else has started again', async () => {
    const test = await servicesUnderTest();
    const services = await up(test);
    await services.reviveLater();
    const other = await up(test);
    await services.reviveLater();
    await test.kill(workerName);
    await other.reviveLater();
    await services.reviveLater();
    expect(test.notes).toEqual([
      'the worker had died and was started again',
      'the worker was started again meanwhile',
    ]);
  });

  it('starts nothing again that a person has stopped', async () => {
    const test = await servicesUnderTest();
    const services = await up(test);
    await markStopped(test.folder);
    await test.kill(workerName);
    await expect(services.reviveLater()).rejects.toMatchObject({ code: 'STOPPED_BY_HAND' });
    expect(await test.pidOf(workerName)).toBeNull();
  });

  it('does not say that it had died when a person stops it while it is being started', async () => {
    const test = await servicesUnderTest();
    const services = await up(test);
    await test.kill(workerName);
    const mark = join(test.folder.processes, 'stopped-by-hand');
    test.whenNextStarted(`writeFileSync(${JSON.stringify(mark)}, '')`);
    await expect(services.reviveLater()).rejects.toMatchObject({ code: 'STOPPED_BY_HAND' });
    expect(test.notes).toEqual([]);
  });

  it('leaves alone the worker that another command has put in the place of ours', async () => {
    const test = await servicesUnderTest();
    const services = await up(test);
    const ours = await test.pidOf(workerName);
    await ensureServices(test.context({ ESPALIER_SANDBOX_SLOTS: '3' }), onEndpoint);
    const theirs = await test.pidOf(workerName);
    expect(theirs).not.toBe(ours);
    await services.reviveLater();
    expect(await test.pidOf(workerName)).toBe(theirs);
  });
});
