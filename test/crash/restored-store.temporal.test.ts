import { rmSync } from 'node:fs';

import SqliteDatabase from 'better-sqlite3';

import { eventually } from '../harness/eventually';
import type { EspalierHome } from '../harness/espalier-home';
import { exportDifference, exportedRun } from '../harness/exported-run';
import { journalOf } from '../harness/journal';
import { describeWithSandbox, describeWithTemporal } from '../prerequisites';
import { crashHome, crashRun, finished, undisturbedRun } from './crash-run';

jest.setTimeout(300_000);

async function whenAnswered(home: EspalierHome, run: string, count: number): Promise<void> {
  await eventually(`${String(count)} answers`, async () => {
    const calls = await journalOf(home, run);
    return calls.filter(({ state }) => state === 'answered').length >= count ? calls : null;
  });
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

async function putBack(home: EspalierHome, copy: string): Promise<void> {
  for (const end of ['', '-wal', '-shm']) rmSync(`${home.folder.store}${end}`, { force: true });
  const database = new SqliteDatabase(copy, { readonly: true });
  try {
    await database.backup(home.folder.store);
  } finally {
    database.close();
  }
}

describeWithTemporal("a store that is put back beside today's engine database", () => {
  describeWithSandbox('in a sandbox', () => {
    it('is noticed, and the run goes on from it to the same export', async () => {
      const undisturbed = await undisturbedRun();
      const { run } = undisturbed;
      const home = crashHome();
      try {
        await home.run(...crashRun, '--detach');
        await whenAnswered(home, run, 4);
        const copy = await copyStore(home);
        await whenAnswered(home, run, 14);
        await home.run('down');
        await putBack(home, copy);

        const resumed = await home.run('run', 'resume', run, '--json');
        expect(finished(resumed)).toMatchObject({ status: 'completed', unscored: 0 });
        expect(resumed.stderr).toContain('an earlier state');
        const exported = await exportedRun(home, run);
        expect(exportDifference(undisturbed.exported, exported)).toBeNull();
      } finally {
        await home.dispose();
      }
    });
  });
});
