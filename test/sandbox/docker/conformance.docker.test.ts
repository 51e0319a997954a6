import { setTimeout as sleep } from 'node:timers/promises';

import { openSandbox, reapOrphans, type CellSandbox, type Reaped } from '../../../sandbox';
import { dockerHost } from '../../../laboratory/home/docker-host';
import { describeWithDocker } from '../../prerequisites';
import { killWhileChecking, whatRemains } from '../real/crash-suite';
import * as images from '../real/host-image';
import { addition, limits, task } from '../tasks';

const stateLabel = `espalier-test-${process.pid}`;
const image = `espalier-test-python:${process.pid}`;
const empty = `espalier-test-empty:${process.pid}`;
const options = { backend: 'docker', dockerHost, stateLabel, image, slots: 1 } as const;
const long = { ...limits, cpuMs: 60_000, wallMs: 60_000 };
const spin = task('while True: pass', ['1'], { limits: long });

const running = async (): Promise<readonly string[]> =>
  (await images.containersOf(stateLabel)).map(({ id }) => id);

function removedBy(reaped: readonly Reaped[]): readonly string[] {
  return reaped.find(({ backend }) => backend === 'docker')?.removed ?? [];
}

async function firstRunning(): Promise<string> {
  for (;;) {
    const found = await images.containersOf(stateLabel);
    const id = found.find(({ state }) => state === 'running')?.id;
    if (id !== undefined) return id;
  }
}

describeWithDocker('Docker cells', () => {
  let sandbox: CellSandbox;
  beforeAll(async () => {
    await images.importHostPython(image);
    sandbox = await openSandbox(options);
  }, 120_000);
  afterAll(async () => {
    await sandbox.close();
    await images.removeImage(image);
  }, 120_000);

  it('serve many checks each, and are gone once one is cancelled', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      await sandbox.check(task(addition, ['assert add(1, 2) == 3']));
    }
    expect(await running()).toHaveLength(1);
    const control = new AbortController();
    const check = sandbox.check(spin, { signal: control.signal });
    const refused = expect(check).rejects.toMatchObject({ fate: 'cancelled' });
    await sleep(300);
    control.abort();
    await refused;
    expect(await whatRemains(running, 5_000)).toEqual([]);
  });

  it('that somebody kills are an infrastructure error, never a verdict', async () => {
    const check = sandbox.check(spin);
    const refused = expect(check).rejects.toMatchObject({ fate: 'retryable' });
    await images.killContainer(await firstRunning());
    await refused;
  });

  it.each([
    [0, 'check-for-ever.ts'],
    [200, 'check-for-ever.ts'],
    [800, 'check-for-ever.ts'],
    [500, 'hold-repository-cells.ts'],
  ] as const)(
    'of a process that is killed end, or are reaped (after %d ms of %s)',
    async (afterMs, script) => {
      const label = `${stateLabel}-killed`;
      await killWhileChecking({ backend: 'docker', stateLabel: label, image, afterMs, script });
      const found = (): ReturnType<typeof images.containersOf> => images.containersOf(label);
      const started = async (): Promise<readonly string[]> =>
        (await found()).filter(({ state }) => state !== 'created').map(({ id }) => id);
      expect(await whatRemains(started, 20_000)).toEqual([]);
      const created = (await found()).map(({ id }) => id);
      const reaped = await reapOrphans({ stateLabel: label, dockerHost });
      expect(removedBy(reaped)).toEqual(
        expect.arrayContaining(created.map((id) => `container ${id}`)),
      );
      // A creation that was under way may be finished by the engine after that; the next to come reaps it.
      const unreaped = async (): Promise<readonly string[]> => {
        await reapOrphans({ stateLabel: label, dockerHost });
        return (await found()).map(({ id }) => id);
      };
      expect(await whatRemains(unreaped, 20_000)).toEqual([]);
    },
    120_000,
  );

  it('of a living process are not reaped', async () => {
    const control = new AbortController();
    const check = sandbox.check(spin, { signal: control.signal });
    const refused = expect(check).rejects.toMatchObject({ fate: 'cancelled' });
    const id = await firstRunning();
    await sleep(300);
    expect(removedBy(await reapOrphans({ stateLabel, dockerHost }))).toEqual([]);
    expect(await running()).toContain(id);
    control.abort();
    await refused;
  });

  it('of an image that is not there name it, and what to do', async () => {
    const missing = openSandbox({ ...options, image: 'espalier-test-nowhere:1' });
    await expect(missing).rejects.toMatchObject({
      code: 'SANDBOX_IMAGE_MISSING',
      remedy: expect.stringContaining('build-sandbox-image') as string,
    });
    await expect(missing).rejects.toThrow('espalier-test-nowhere:1');
  });

  it('of an image without Python say so, and leave nothing', async () => {
    await images.importEmptyImage(empty);
    try {
      const unusable = openSandbox({ ...options, image: empty });
      await expect(unusable).rejects.toMatchObject({ code: 'SANDBOX_PYTHON_UNUSABLE' });
      expect(await running()).toEqual([]);
    } finally {
      await images.removeImage(empty);
    }
  });
});
