import { mkdirSync, mkdtempSync, rmSync, statfsSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import Database from 'better-sqlite3';

import type { EspalierHome } from '../../laboratory/home/espalier-home';
import { eventually } from '../../laboratory/home/eventually';
import { whatIsLeft } from '../../laboratory/home/leftovers';
import { requestsOf } from '../../laboratory/home/request-log';
import type { CommandEnd, RunningCommand } from '../../laboratory/home/running-command';
import { describeWithSandbox, describeWithTemporal } from '../prerequisites';
import { describeWithMounts, mountSmallDisk, type SmallDisk } from '../store/mounting';
import { momentOfDeath } from '../../laboratory/trials/kills/moment-of-death';
import {
  crashHome,
  crashRun,
  expectSurvived,
  finished,
  undisturbedRun,
  type Undisturbed,
} from './crash-run';

const longMs = 600_000;
// Hooks and the short tests: their commands start processes as well.
jest.setTimeout(120_000);

function ballastOf(disk: SmallDisk): string {
  return join(disk.folder, 'ballast');
}

/** Takes all the space there is. */
function fill(disk: SmallDisk): void {
  for (const size of [1 << 20, 1 << 16, 1 << 12]) {
    try {
      for (;;) writeFileSync(ballastOf(disk), Buffer.alloc(size), { flag: 'a' });
    } catch {
      // Full for pieces of this size.
    }
  }
}

function freeBytes({ folder }: SmallDisk): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Waits until the model server has seen so many requests. @throws Error when the command ends before. */
async function reached(
  home: EspalierHome,
  command: RunningCommand,
  requests: number,
): Promise<void> {
  let early: CommandEnd | null = null;
  void command.end.then((end) => (early = end));
  await eventually(
    'some work',
    () => {
      if (requestsOf(home).length >= requests) return true;
      if (early !== null) throw new Error(`ended early: ${JSON.stringify(early)}`);
      return null;
    },
    { withinMs: 240_000 },
  );
}

/** The end of a command, or null when it has not ended by then. */
async function endWithin(command: RunningCommand, ms: number): Promise<CommandEnd | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      resolve(null);
    }, ms);
  });
  const end = await Promise.race([command.end, late]);
  clearTimeout(timer);
  return end;
}

describeWithTemporal('a run whose store cannot be written', () => {
  describeWithSandbox('with real processes', () => {
    let undisturbed: Undisturbed;
    beforeAll(async () => {
      undisturbed = await undisturbedRun();
    }, longMs);

    it('is refused with exit 3 before anything starts when another program holds the store', async () => {
      const home = crashHome();
      try {
        expect((await home.run('run', 'list')).code).toBe(0);
        const other = new Database(home.folder.store);
        other.exec('begin exclusive');
        const end = await home.run(...crashRun);
        other.close();
        expect(end.code).toBe(3);
        expect(end.stderr).toContain(`the store ${home.folder.store} is locked by another process`);
        expect(JSON.parse(end.stdout)).toMatchObject({ error: { code: 'STORE_LOCKED' } });
        expect(await whatIsLeft(home)).toEqual([]);
      } finally {
        await home.dispose();
      }
    });

    it(
      'waits while another program holds the store in mid-run, and goes on by itself',
      async () => {
        const home = crashHome();
        try {
          const command = home.start(...crashRun);
          await reached(home, command, undisturbed.arrivals.size * 0.4);
          const other = new Database(home.folder.store);
          other.exec('begin immediate');
          const death = await momentOfDeath(home);
          await new Promise((resolve) => setTimeout(resolve, 8_000));
          other.exec('rollback');
          other.close();
          finished(await command.end);
          await expectSurvived(home, undisturbed, [death]);
        } finally {
          await home.dispose();
        }
      },
      longMs,
    );

    describeWithMounts('on a disk that is full', () => {
      let disk: SmallDisk;
      let home: EspalierHome;
      const elsewhere: string[] = [];

      afterEach(async () => {
        rmSync(ballastOf(disk), { force: true });
        await home.dispose();
        disk.dispose();
        for (const folder of elsewhere.splice(0)) rmSync(folder, { recursive: true, force: true });
      });

      /** Everything of the state folder but the store is on a disk with room. */
      function onlyStoreOnDisk(root: string): void {
        const roomy = mkdtempSync(join(tmpdir(), 'espalier-roomy-'));
        elsewhere.push(roomy);
        mkdirSync(root, { mode: 0o700 });
        for (const name of ['logs', 'processes', 'banks']) {
          mkdirSync(join(roomy, name));
          symlinkSync(join(roomy, name), join(root, name));
        }
        symlinkSync(join(roomy, 'engine.sqlite'), join(root, 'engine.sqlite'));
      }

      it('is refused with exit 3 before anything starts', async () => {
        disk = mountSmallDisk(256);
        home = crashHome({ root: join(disk.folder, 'state') });
        fill(disk);
        const end = await home.run(...crashRun);
        expect(end.code).toBe(3);
        expect(end.stderr).toMatch(/no space left on the disk .*\n +Free space/);
        expect(await whatIsLeft(home)).toEqual([]);
      });

      it(
        'pauses with the reason, loses nothing it had acknowledged, and goes on when there is room',
        async () => {
          disk = mountSmallDisk(64 * 1024);
          const root = join(disk.folder, 'state');
          onlyStoreOnDisk(root);
          home = crashHome({ root });
          const command = home.start(...crashRun);
          await reached(home, command, undisturbed.arrivals.size * 0.3);
          fill(disk);
          const end = await command.end;
          expect(end.code).toBe(3);
          expect(end.stderr).toMatch(/is paused: .*no space left/);
          expect(end.stderr).toContain(`run resume ${undisturbed.run}`);

          const death = await momentOfDeath(home);
          expect(death.answered.size).toBeGreaterThan(0);
          rmSync(ballastOf(disk));
          finished(await home.run('run', 'resume', undisturbed.run, '--json'));
          await expectSurvived(home, undisturbed, [death]);
        },
        longMs,
      );

      it(
        'waits when the engine has no room either, and goes on when there is some',
        async () => {
          disk = mountSmallDisk(64 * 1024);
          home = crashHome({ root: join(disk.folder, 'state') });
          const command = home.start(...crashRun);
          await reached(home, command, undisturbed.arrivals.size * 0.3);
          fill(disk);
          const before = await momentOfDeath(home);
          const end = await endWithin(command, 10_000);
          expect(end?.code ?? 3).toBe(3);
          expect(freeBytes(disk)).toBeLessThan(1 << 20);
          const after = await momentOfDeath(home);
          expect([...after.answered]).toEqual(expect.arrayContaining([...before.answered]));
          rmSync(ballastOf(disk));
          await endWithin(command, 10_000);
          finished(await home.run('run', 'resume', undisturbed.run, '--json'));
          await command.end;
          await expectSurvived(home, undisturbed, [before, after]);
        },
        longMs,
      );
    });
  });
});
