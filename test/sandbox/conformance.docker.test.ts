import type { Sandbox } from '../../core/ports/sandbox';
import { openSandbox, reapOrphans, sandboxConformance } from '../../sandbox';
import { describeWithDocker } from '../prerequisites';
import { killWhileChecking, whatRemains } from './real/crash-suite';
import * as images from './real/host-image';
import { describeHostilePrograms } from './real/hostile-suite';
import { addition, limits, task } from './tasks';

const stateLabel = `espalier-test-${process.pid}`;
const image = `espalier-test-python:${process.pid}`;
const empty = `espalier-test-empty:${process.pid}`;
const options = { provider: 'docker', stateLabel, image, slots: 2 } as const;
const long = { ...limits, cpuMs: 60_000, wallMs: 60_000 };

const running = async (): Promise<readonly string[]> =>
  (await images.containersOf(stateLabel)).map(({ id }) => id);

async function firstRunning(): Promise<string> {
  for (;;) {
    const found = await images.containersOf(stateLabel);
    const id = found.find(({ state }) => state === 'running')?.id;
    if (id !== undefined) return id;
  }
}

describeWithDocker('Docker boxes', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    await images.importHostPython(image);
    sandbox = await openSandbox(options);
  }, 120_000);
  afterAll(async () => {
    await sandbox.close();
    await images.removeImage(image);
  }, 120_000);

  it('conform', async () => {
    const results = await sandboxConformance(sandbox);
    expect(results.length).toBeGreaterThan(10);
    expect(results.filter(({ ok }) => !ok)).toEqual([]);
  }, 180_000);

  describe('and hostile programs', () => {
    describeHostilePrograms(() => sandbox);
  });

  it('are gone once a check has ended, or was cancelled', async () => {
    await sandbox.check(task(addition, ['assert add(1, 2) == 3']));
    expect(await running()).toEqual([]);
    const control = new AbortController();
    const check = sandbox.check(task('while True: pass', ['1'], { limits: long }), {
      signal: control.signal,
    });
    const refused = expect(check).rejects.toMatchObject({ fate: 'cancelled' });
    await firstRunning();
    control.abort();
    await refused;
    expect(await whatRemains(running, 5_000)).toEqual([]);
  });

  it('that somebody kills are an infrastructure error, never a verdict', async () => {
    const check = sandbox.check(task('while True: pass', ['1'], { limits: long }));
    const refused = expect(check).rejects.toMatchObject({ fate: 'retryable' });
    await images.killContainer(await firstRunning());
    await refused;
  });

  it.each([0, 200, 800])(
    'of a process that is killed end, or are reaped (after %d ms)',
    async (afterMs) => {
      await killWhileChecking({ provider: 'docker', stateLabel, image, afterMs });
      const started = async (): Promise<readonly string[]> =>
        (await images.containersOf(stateLabel))
          .filter(({ state }) => state !== 'created')
          .map(({ id }) => id);
      expect(await whatRemains(started, 20_000)).toEqual([]);
      const created = await running();
      const { containers } = await reapOrphans({ stateLabel });
      expect([...containers].sort()).toEqual([...created].sort());
      expect(await running()).toEqual([]);
    },
    120_000,
  );

  it('of a living process are not reaped', async () => {
    const control = new AbortController();
    const check = sandbox.check(task('while True: pass', ['1'], { limits: long }), {
      signal: control.signal,
    });
    const refused = expect(check).rejects.toMatchObject({ fate: 'cancelled' });
    const id = await firstRunning();
    expect((await reapOrphans({ stateLabel })).containers).toEqual([]);
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
