import { mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readSettings } from '../../../config/settings';
import { stateFolder } from '../../../config/state-folder';
import { loadByName } from '../../../lab/datasets/load-by-name';
import { cancelRun } from '../../../lab/runs/cancel-run';
import { verifyRun } from '../../../lab/verify/verify-run';
import { withStore } from '../../../lab/with-store';
import { eventually } from '../../../laboratory/home/eventually';
import { cleanUp, scratchState } from '../../engine/scratch-state';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';

afterEach(() => cleanUp([]));

function contextOf() {
  const settings = readSettings({ ESPALIER_HOME: scratchState().root });
  const note = (text: string): never => {
    throw new Error(`nothing is to be done: ${text}`);
  };
  return { settings, folder: stateFolder(settings), note };
}

describe('a run that is verified', () => {
  const scratch = () => readdirSync(tmpdir()).filter((name) => name.startsWith('espalier-verify-'));

  it('is refused where nobody knows it, and nothing is left of the attempt', async () => {
    const before = new Set(scratch());
    await expect(verifyRun(contextOf(), 'nothing')).rejects.toMatchObject({
      ...{ code: 'RUN_UNKNOWN', exitCode: 2 },
    });
    // Other test files make such folders at the same time, and remove them.
    await eventually('no folder is left', () => scratch().every((name) => before.has(name)));
  });

  it('is taken for a folder where there is one, which must be an export', async () => {
    const context = contextOf();
    const folder = join(context.folder.root, 'export');
    mkdirSync(folder);
    await expect(verifyRun(context, folder)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(folder) as string,
    });
    await expect(verifyRun(context, folder)).rejects.not.toMatchObject({ code: 'RUN_UNKNOWN' });
  });
});

describe('a run that is cancelled', () => {
  it.each(['completed', 'cancelled'] as const)(
    'is refused when it is %s already: nothing is started for it',
    async (status) => {
      const context = contextOf();
      await withStore(context, async (store) => {
        await store.runs.createRun('r', scriptedRunConfig());
        await store.runs.setRunStatus('r', status, null);
        await expect(cancelRun(context, store, 'r')).rejects.toMatchObject({
          ...{ code: 'RUN_ENDED', exitCode: 2, message: `run r is ${status} already` },
        });
        await expect(cancelRun(context, store, 'other')).rejects.toMatchObject({
          code: 'RUN_UNKNOWN',
        });
      });
      expect(readdirSync(context.folder.root)).not.toContain('engine.sqlite');
    },
  );
});

describe('a data set that is looked at', () => {
  it('has the visible tests that are asked for', async () => {
    const { settings } = contextOf();
    const counts = async (rule?: string) => (await loadByName('bundled', settings, rule)).counts;
    const own = await counts();
    const none = await counts('none');
    expect(own.visible).not.toEqual(none.visible);
    expect((await loadByName('bundled', settings)).name).toBe('bundled');
  });
});
