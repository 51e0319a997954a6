import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { repositoryNoteKey, stepNoteKey, tryKey } from '../../core/work/note-keys';
import { repositorySteps } from '../../core/schemas/environment-built';
import { hashFolder } from '../../repositories';
import { openStore } from '../../store';
import { createHome, documentOf } from '../../laboratory/home/espalier-home';
import type { EspalierHome } from '../../laboratory/home/espalier-home';
import { exportDifference, exportedRun } from '../../laboratory/home/exported-run';
import type { ExportedRun } from '../../laboratory/home/exported-run';
import { killNow, killWhile, pidOf } from '../../laboratory/home/home-processes';
import type { Service } from '../../laboratory/home/home-processes';
import { whatIsLeft } from '../../laboratory/home/leftovers';
import type { RunningCommand } from '../../laboratory/home/running-command';
import { onlyRun } from '../../laboratory/home/journal';
import { withLogTails } from '../harness/log-tails';
import { describeWithSandbox, describeWithTemporal } from '../prerequisites';
import { FakeUpstream } from '../repositories/package-index/fake-upstream';
import { writeAmounts } from '../repositories/support/amounts';
import { describeWithPackages, pinnedDistributions } from '../repositories/support/pinned-packages';

/** Two builds at a time beside another test file on two cores, one of them killed, and made from the store at last. */
const buildMs = 400_000;

/** What is killed when so many steps have ended; after the last one nothing is left but the store. */
const kills: readonly (readonly [service: Service, steps: number])[] = [
  ['worker', 3],
  ['engine', 7],
  ['worker', 11],
];

/** Steps take seconds, and a look at the store is work. */
const lookEveryMs = 500;

/** Steps of a run at one moment, by the key of their note. */
interface Steps {
  /** What those came to that have ended. */
  readonly ended: ReadonlyMap<string, string>;
  /** How often each was carried out. */
  readonly tries: ReadonlyMap<string, number>;
}

async function stepsOf(home: EspalierHome): Promise<Steps> {
  const [ended, tries] = [new Map<string, string>(), new Map<string, number>()];
  if (!existsSync(home.folder.store)) return { ended, tries };
  const store = await openStore({ path: home.folder.store, readOnly: true });
  const look = async (key: string): Promise<boolean> => {
    let count = 0;
    while ((await store.environments.findStep(tryKey(key, count))) !== null) count += 1;
    if (count > 0) tries.set(key, count);
    const note = await store.environments.findStep(key);
    if (note !== null) ended.set(key, JSON.stringify(note));
    return note !== null;
  };
  try {
    const [run] = await store.runs.runs();
    for (const problem of run?.config.problems ?? []) {
      const key = { run: run?.id ?? '', problem, sample: 0 };
      for (const step of repositorySteps) await look(repositoryNoteKey(key, step));
      for (const { id } of await store.environments.funnel(key)) {
        for (let place = 0; await look(stepNoteKey(key, id, place)); place += 1);
      }
    }
    return { ended, tries };
  } finally {
    await store.close();
  }
}

/** Kills all that runs, and takes the engine's database away. */
async function loseAllButTheStore(home: EspalierHome, command: RunningCommand): Promise<void> {
  await killNow(command.pid);
  for (const service of ['supervisor', 'engine', 'worker'] as const) {
    const pid = await pidOf(home, service);
    if (pid !== null) await killNow(pid);
  }
  for (const suffix of ['', '-wal', '-shm']) {
    rmSync(`${home.folder.engineDatabase}${suffix}`, { force: true });
  }
}

/** What had ended before something was killed is as it was, and was not carried out again; what was, had been begun. */
function expectNothingRepeated(moments: readonly Steps[], last: Steps): void {
  for (const { ended, tries } of moments) {
    for (const [key, note] of ended) {
      expect([key, last.ended.get(key)]).toEqual([key, note]);
      expect([key, last.tries.get(key)]).toEqual([key, tries.get(key)]);
    }
  }
  const inFlight = moments.flatMap(({ ended, tries }) =>
    [...tries.keys()].filter((key) => !ended.has(key)),
  );
  const again = [...last.tries].filter(([, count]) => count > 1).map(([key]) => key);
  expect(inFlight).toEqual(expect.arrayContaining(again));
}

describeWithTemporal('building an environment', () => {
  describeWithPackages('from an index of the test', () => {
    describeWithSandbox('while its services are killed', () => {
      let [folder, upstream]: [string, FakeUpstream | null] = ['', null];
      const homes: EspalierHome[] = [];

      const openHome = (): EspalierHome => {
        const environment = {
          ESPALIER_SANDBOX: 'bubblewrap',
          ESPALIER_PACKAGE_INDEX: `${upstream?.address ?? ''}/simple`,
        };
        const home = createHome({ environment });
        homes.push(home);
        return home;
      };
      const build = () => ['env', 'build', join(folder, 'amounts'), '--json'];
      const calmBuild = async (): Promise<{ wanted: ExportedRun; steps: Steps }> => {
        const calm = openHome();
        const end = await calm.run(...build());
        expect(end.code).toBe(0);
        const steps = await stepsOf(calm);
        expect(steps.ended.size).toBeGreaterThan(kills.at(-1)?.[1] ?? 0);
        expect(new Set(steps.tries.values())).toEqual(new Set([1]));
        return { wanted: await exportedRun(calm, String(documentOf(end)['run']), 'env'), steps };
      };
      beforeAll(async () => {
        folder = mkdtempSync(join(tmpdir(), 'espalier-amounts-'));
        writeAmounts(join(folder, 'amounts'));
        upstream = await FakeUpstream.start(pinnedDistributions());
      });

      afterAll(async () => {
        for (const home of homes) await home.dispose();
        await upstream?.stop();
        rmSync(folder, { recursive: true, force: true });
      });

      it(
        'comes to the same, does no step again that had ended, and leaves nothing behind',
        async () => {
          const before = await hashFolder(join(folder, 'amounts'));
          const home = openHome();
          // Beside the other: neither comes to something else on a machine that is busy.
          const undisturbed = calmBuild();
          undisturbed.catch(() => undefined);
          await withLogTails(home, async () => {
            const command = home.start(...build());
            const moments: Steps[] = [];
            for (const [service, least] of kills) {
              moments.push(
                await killWhile(
                  home,
                  service,
                  async () => {
                    const now = await stepsOf(home);
                    return now.ended.size >= least ? now : null;
                  },
                  lookEveryMs,
                ),
              );
            }
            await loseAllButTheStore(home, command);
            // A worker may have been started again between the last two kills.
            moments.push(await stepsOf(home));
            const run = (await onlyRun(home)) ?? '';
            expect(await home.run('run', 'resume', run, '--json')).toMatchObject({ code: 0 });
            const last = await stepsOf(home);
            const { steps } = await undisturbed;
            expect(last.ended.size).toBe(steps.ended.size);
            expectNothingRepeated(moments, last);
            const repeats = [...last.tries.values()].reduce((sum, count) => sum + count - 1, 0);
            const funnel = documentOf(await home.run('env', 'funnel', run, '--json'));
            expect(funnel).toMatchObject({ all: { repeatedSteps: repeats } });
          });
          const left = await exportedRun(home, (await onlyRun(home)) ?? '', 'env');
          expect(exportDifference((await undisturbed).wanted, left)).toBeNull();
          expect(await hashFolder(join(folder, 'amounts'))).toBe(before);
          for (const one of homes) {
            await one.run('down');
            expect(await whatIsLeft(one)).toEqual([]);
          }
        },
        2 * buildMs,
      );
    });
  });
});
