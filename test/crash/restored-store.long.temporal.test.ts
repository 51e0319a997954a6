import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import SqliteDatabase from 'better-sqlite3';

import { eventually } from '../../laboratory/home/eventually';
import type { EspalierHome } from '../../laboratory/home/espalier-home';
import { exportDifference, exportedRun } from '../../laboratory/home/exported-run';
import { journalOf } from '../../laboratory/home/journal';
import { runBecomes } from '../harness/simulated-boot';
import { describeWithSandbox, describeWithTemporal } from '../prerequisites';
import { crashHome, crashRun, finished, undisturbedRun } from './crash-run';
import type { Undisturbed } from './crash-run';

jest.setTimeout(300_000);

/** A look opens the store. */
const lookEvery = { everyMs: 100 };

async function whenAnswered(home: EspalierHome, run: string, count: number): Promise<void> {
  await eventually(
    `${String(count)} answers`,
    async () => {
      const calls = await journalOf(home, run);
      return calls.filter(({ state }) => state === 'answered').length >= count ? calls : null;
    },
    lookEvery,
  );
}

/** As a backup that was made while the run went on. */
async function copyStore(home: EspalierHome): Promise<string> {
  const copy = `${home.folder.store}.backup`;
  const database = new SqliteDatabase(home.folder.store, { readonly: true });
  try {
    await database.backup(copy);
  } finally {
    database.close();
  }
  return copy;
}

/** In one step: a worker that opens a store half put back would lock it, and an online backup into a locked file deletes the file. */
function putBack(home: EspalierHome, copy: string): void {
  const { store } = home.folder;
  cpSync(copy, `${store}.new`);
  for (const end of ['-wal', '-shm']) rmSync(`${store}${end}`, { force: true });
  renameSync(`${store}.new`, store);
}

/** A run that is under way, stopped, with its store of a while ago in place of today's. */
async function putBackInMidRun(home: EspalierHome, run: string): Promise<void> {
  await home.run(...crashRun, '--detach');
  await whenAnswered(home, run, 3);
  const copy = await copyStore(home);
  await whenAnswered(home, run, 9);
  await home.run('down');
  putBack(home, copy);
}

describeWithTemporal("a store that is put back beside today's engine database", () => {
  describeWithSandbox('in a sandbox', () => {
    let undisturbed: Undisturbed;
    beforeAll(async () => {
      undisturbed = await undisturbedRun();
    });

    async function expectSameExport(home: EspalierHome): Promise<void> {
      const exported = await exportedRun(home, undisturbed.run);
      expect(exportDifference(undisturbed.exported, exported)).toBeNull();
    }

    describe('while nothing runs', () => {
      let home: EspalierHome;
      /** The state folder with the store put back, as each test finds it. */
      let kept: string;
      beforeAll(async () => {
        home = crashHome();
        await putBackInMidRun(home, undisturbed.run);
        kept = mkdtempSync(join(tmpdir(), 'espalier-kept-'));
        cpSync(home.folder.root, kept, { recursive: true, preserveTimestamps: true });
      });
      afterEach(async () => {
        await home.run('down');
        rmSync(home.folder.root, { recursive: true, force: true });
        cpSync(kept, home.folder.root, { recursive: true, preserveTimestamps: true });
      });
      afterAll(async () => {
        await home.dispose();
        rmSync(kept, { recursive: true, force: true });
      });

      it('is noticed by the first command, and the run goes on from it to the same export', async () => {
        const { run } = undisturbed;
        expect((await home.run('run', 'list')).stderr).toContain('put back to an earlier state');
        const resumed = await home.run('run', 'resume', run, '--json');
        expect(finished(resumed)).toMatchObject({ status: 'completed', unscored: 0 });
        expect(resumed.stderr).toContain('its workflows are ended');
        await expectSameExport(home);
      });

      it('is noticed by the work itself where nothing else tells, and repaired by run resume', async () => {
        const { run } = undisturbed;
        rmSync(`${home.folder.store}.witness`);
        let resumed = await home.run('run', 'resume', run, '--json');
        // Attempts that ended meanwhile are known to the engine alone: the run says that they have no record.
        if (resumed.code !== 0) {
          expect([resumed.code, resumed.stderr]).toEqual([
            3,
            expect.stringContaining('have no record') as string,
          ]);
          resumed = await home.run('run', 'resume', run, '--json');
        }
        expect(finished(resumed)).toMatchObject({ status: 'completed', unscored: 0 });
        await expectSameExport(home);
      });
    });

    it('is noticed under a living worker, and the run goes on without a word typed', async () => {
      const { run } = undisturbed;
      const home = crashHome();
      try {
        await home.run(...crashRun, '--detach');
        await whenAnswered(home, run, 3);
        const copy = await copyStore(home);
        await whenAnswered(home, run, 5);
        putBack(home, copy);
        const record = await runBecomes(home, run, ({ status }) => status === 'completed');
        expect(record).toMatchObject({ status: 'completed' });
        const log = readFileSync(join(home.folder.logs, 'worker.log'), 'utf8');
        expect(log).toContain('was exchanged for another state of it');
        await expectSameExport(home);
      } finally {
        await home.dispose();
      }
    });
  });
});
