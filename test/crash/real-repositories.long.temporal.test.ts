import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { SeededRandom } from '../core/search/seeded-random';
import { hashFolder } from '../../repositories';
import { createHome } from '../../laboratory/home/espalier-home';
import type { EspalierHome } from '../../laboratory/home/espalier-home';
import { exportDifference, exportedRun } from '../../laboratory/home/exported-run';
import { killNow, pidOf } from '../../laboratory/home/home-processes';
import { onlyRun } from '../../laboratory/home/journal';
import { whatIsLeft } from '../../laboratory/home/leftovers';
import { describeWithSandbox, describeWithTemporal } from '../prerequisites';
import { describeIf } from '../skip-reasons';

/**
 * Folder with clones of real repositories. Three functions of each are built, which takes twelve of them ten minutes and an
 * index of packages; `KILLS`, by default 20.
 */
const folder = process.env['REAL_REPOSITORIES'] ?? '';
const kills = Number(process.env['KILLS'] ?? 20);
const longestCalmMs = 30_000;

const names = folder === '' ? [] : readdirSync(folder).sort();
const sources = names.map((name) => join(folder, name));
const hours = 3_600_000;

const build = (): readonly string[] => {
  // Of one day, whenever this is run: else the two builds may see two indexes.
  const until = `${new Date().toISOString().slice(0, 10)}T00:00:00Z`;
  return ['env', 'build', ...sources, '--limit', '3', '--index-until', until, '--json'];
};

/** How this machine reaches the index. */
function ofThisMachine(): Readonly<Record<string, string>> {
  const names = ['NODE_EXTRA_CA_CERTS', 'ESPALIER_PACKAGE_INDEX'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

const treesOf = (): Promise<readonly unknown[]> => Promise.all(sources.map(hashFolder));

/** Of each function what became of it. */
async function functionsOf(home: EspalierHome, run: string): Promise<unknown> {
  const { stdout } = await home.run('env', 'list', run, '--json');
  const functions = JSON.parse(stdout) as readonly unknown[];
  expect(functions).not.toHaveLength(0);
  return functions;
}

/** SIGKILLs worker or engine at random moments; who watches them gives up in the end, and is asked again. */
async function builtWhileKilled(home: EspalierHome): Promise<void> {
  const random = new SeededRandom(7);
  let ended = false;
  const watched = async (): Promise<void> => {
    for (;;) {
      const { code, stderr } = await home.run(...build());
      if (code === 0) return;
      // A service that died too often, or was killed while it began: nothing is lost.
      expect([code, stderr]).toEqual([3, expect.any(String)]);
    }
  };
  const all = watched().finally(() => (ended = true));
  for (let done = 0; done < kills && !ended;) {
    await Promise.race([sleep(random.int(longestCalmMs)), all]);
    const pid = await pidOf(home, random.chance(2 / 3) ? 'worker' : 'engine');
    if (pid === null || ended) continue;
    await killNow(pid);
    done += 1;
  }
  expect(ended).toBe(false);
  await all;
}

const reason = 'REAL_REPOSITORIES names no folder with real repositories';
describeIf(names.length > 0, reason)('real repositories', () => {
  describeWithTemporal('that are built', () => {
    describeWithSandbox('while services are killed at random', () => {
      const homes: EspalierHome[] = [];
      afterAll(async () => {
        for (const home of homes) await home.dispose();
      });

      it(
        'come to the same as undisturbed ones, are left as they were, and leave nothing behind',
        async () => {
          const before = await treesOf();
          const [calm, killed] = [0, 1].map(() => createHome({ environment: ofThisMachine() }));
          if (calm === undefined || killed === undefined) throw new Error('there are two');
          homes.push(calm, killed);
          const end = await calm.run(...build());
          expect([end.code, end.stderr]).toEqual([0, expect.any(String)]);
          await builtWhileKilled(killed);
          const runs = await Promise.all(
            [calm, killed].map(async (home) => [home, (await onlyRun(home)) ?? ''] as const),
          );
          const [wanted, came] = await Promise.all(
            runs.map(
              async ([home, run]) =>
                [await functionsOf(home, run), await exportedRun(home, run, 'env')] as const,
            ),
          );
          if (wanted === undefined || came === undefined) throw new Error('there are two');
          expect(came[0]).toEqual(wanted[0]);
          expect(exportDifference(wanted[1], came[1])).toBeNull();
          expect(await treesOf()).toEqual(before);
          for (const home of homes) {
            await home.run('down');
            expect(await whatIsLeft(home)).toEqual([]);
          }
        },
        2 * hours,
      );
    });
  });
});
