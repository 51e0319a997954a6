import { startServices } from '../../../lab/services/start-services';
import { supervisorName } from '../../../lab/services/ensure-supervisor';
import { isStopped, markStopped } from '../../../lab/services/stopped-by-hand';
import { workerName } from '../../../lab/services/worker-ready';
import { endServices, servicesUnderTest } from './services-under-test';

afterEach(endServices);

test('`up` starts worker and supervisor, says so, and lets everything run again that was stopped', async () => {
  const test = await servicesUnderTest();
  const first = await startServices(test.context());
  expect(first).toMatchObject({ worker: 'started', engine: { started: false } });
  expect(first.engine.target.local).toBe(false);
  expect(test.notes).toEqual(['starting a worker']);
  const [worker, supervisor] = [await test.pidOf(workerName), await test.pidOf(supervisorName)];
  expect([worker, supervisor]).not.toContain(null);
  test.notes.splice(0);
  await markStopped(test.folder);
  expect(await startServices(test.context())).toMatchObject({ worker: 'found' });
  expect(isStopped(test.folder)).toBe(false);
  expect(test.notes).toEqual([]);
  expect([await test.pidOf(workerName), await test.pidOf(supervisorName)]).toEqual([
    worker,
    supervisor,
  ]);
  await test.kill(workerName);
  expect(await startServices(test.context())).toMatchObject({ worker: 'started' });
  expect(test.notes).toEqual(['starting a worker']);
});
