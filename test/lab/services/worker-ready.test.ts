import { mkdirSync, writeFileSync } from 'node:fs';

import { readSettings } from '../../../config/settings';
import { stateFolder } from '../../../config/state-folder';
import {
  readWorkerReady,
  workerName,
  workerReadyFile,
  workingBundle,
} from '../../../lab/services/worker-ready';
import { adoptProcess } from '../../../processes';
import { cleanUp, scratchState } from '../../engine/scratch-state';

afterEach(() => cleanUp([]));

const bundle = { version: '0.2.0', sha256: 'b'.repeat(64) };

function folderWith(ready: string | null) {
  const folder = stateFolder(readSettings({ ESPALIER_HOME: scratchState().root }));
  mkdirSync(folder.processes, { recursive: true });
  if (ready !== null) writeFileSync(workerReadyFile(folder), ready);
  return folder;
}

describe('the report of a worker that polls', () => {
  it.each([
    [JSON.stringify({ pid: 7, bundle }), { pid: 7, bundle }],
    [JSON.stringify({ pid: 7, bundle: null }), { pid: 7, bundle: null }],
    ['7', { pid: 7, bundle: null }],
    ['{"pid":7', null],
    [null, null],
  ])('%s is read', (text, read) => {
    expect(readWorkerReady(folderWith(text))).toEqual(read);
  });
});

describe('the workflow code that works now', () => {
  const ready = (pid: number): string => JSON.stringify({ pid, bundle });
  /** The code of the build, where there is one. */
  const isTheBuilt = async (folder: ReturnType<typeof folderWith>): Promise<boolean> => {
    const working = await workingBundle(folder).catch(() => null);
    return working?.sha256 !== bundle.sha256;
  };

  it('is what the living worker reports', async () => {
    const folder = folderWith(ready(process.pid));
    await adoptProcess(folder, { name: workerName, fingerprint: 'a' });
    expect(await workingBundle(folder)).toEqual(bundle);
  });

  it('is unknown of a living worker of an earlier version', async () => {
    const folder = folderWith(String(process.pid));
    await adoptProcess(folder, { name: workerName, fingerprint: 'a' });
    expect(await workingBundle(folder)).toBeNull();
  });

  it('is that of the build when the report is of a worker before it, or none lives', async () => {
    const before = folderWith(ready(process.pid + 1));
    await adoptProcess(before, { name: workerName, fingerprint: 'a' });
    expect(await isTheBuilt(before)).toBe(true);
    expect(await isTheBuilt(folderWith(ready(process.pid)))).toBe(true);
  });
});
