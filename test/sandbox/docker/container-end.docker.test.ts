import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { openSandbox } from '../../../sandbox';
import { planContainer } from '../../../sandbox/docker-backend';
import { DockerEngine, type RunningContainer } from '../../../sandbox/docker-engine';
import { ContainerEnd, containerProcess } from '../../../sandbox/docker-container-end';
import { killProcess } from '../../../processes/kill-process';
import { isAlive, processFacts } from '../../../processes/process-table';
import { cellProcesses } from '../../../laboratory/trials/cell-processes';
import { dockerHost } from '../../../laboratory/home/docker-host';
import { describeWithDocker } from '../../prerequisites';
import * as images from '../real/host-image';
import { limits, task } from '../tasks';
import { eventually } from '../../../laboratory/home/eventually';

const stateLabel = `espalier-test-end-${process.pid}`;
const image = `espalier-test-end:${process.pid}`;
const plan = planContainer(
  { memoryMb: 64 },
  { image, stateLabel, bootstrap: 'import time; time.sleep(60)', owner: 'nobody', user: 7 },
);

describeWithDocker('the first process of a container on this machine', () => {
  const engine = new DockerEngine(dockerHost);
  let container: RunningContainer;
  beforeAll(() => images.importHostPython(image), 120_000);
  afterAll(() => images.removeImage(image), 120_000);
  beforeEach(async () => {
    container = await engine.run(plan);
    container.output.resume();
  });
  afterEach(() => container.remove());

  const firstProcess = async (): Promise<number> =>
    (await engine.firstProcess(container.id)) ?? Number.NaN;

  it('is known as such, and not as that of another container', async () => {
    const pid = await firstProcess();
    expect(containerProcess(container.id, pid)).toEqual(processFacts(pid));
    expect(containerProcess('f'.repeat(64), pid)).toBeNull();
    expect(containerProcess(container.id, process.pid)).toBeNull();
  });

  it('that is killed is told of, and not before', async () => {
    let told = false;
    const end = new ContainerEnd({ id: container.id, firstProcess, tell: () => (told = true) });
    await sleep(150);
    expect(told).toBe(false);
    killProcess(await firstProcess());
    await eventually('the end is told', () => told);
    expect(end.stop()).toBe(true);
  });

  it('runs on when its streams are hung up, which end at once', async () => {
    const facts = processFacts(await firstProcess());
    if (facts === null) throw new Error('it does not run');
    const ended = once(container.output, 'end');
    container.hangUp();
    await ended;
    expect(isAlive(facts)).toBe(true);
  });

  it('does not run any more once the container has ended', async () => {
    killProcess(await firstProcess());
    const gone = async (): Promise<boolean> =>
      engine.firstProcess(container.id).then(
        (pid) => pid === null,
        () => true,
      );
    await eventually('it is gone', gone);
  });
});

describeWithDocker('a Docker cell whose first process somebody kills', () => {
  beforeAll(() => images.importHostPython(image), 120_000);
  afterAll(() => images.removeImage(image), 120_000);

  it('gives no verdict, is followed by a fresh one, and is removed when the sandbox is closed', async () => {
    const options = { backend: 'docker', dockerHost, stateLabel, image, slots: 1 } as const;
    const sandbox = await openSandbox(options);
    try {
      const long = { ...limits, cpuMs: 60_000, wallMs: 60_000 };
      const check = sandbox.check(task('while True: pass', ['1'], { limits: long }));
      const refused = expect(check).rejects.toMatchObject({ fate: 'retryable' });
      const search = { backend: 'docker', dockerHost } as const;
      const busy = async (): Promise<number> => {
        for (;;) {
          const [cell] = await cellProcesses(search);
          if (cell !== undefined && cell.boxes.length > 0) return cell.protocol.pid;
        }
      };
      killProcess(await busy());
      await refused;
      const { outcomes } = await sandbox.check(task('x = 1', ['assert x == 1']));
      expect(outcomes).toHaveLength(1);
    } finally {
      await sandbox.close();
    }
    expect(await images.containersOf(stateLabel)).toEqual([]);
  });
});
