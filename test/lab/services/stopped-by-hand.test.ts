import { existsSync, mkdirSync, writeFileSync } from 'node:fs';

import {
  clearStopped,
  markStopped,
  requireNotStopped,
} from '../../../lab/services/stopped-by-hand';
import { cleanUp, scratchState } from '../../engine/scratch-state';

afterEach(() => cleanUp([]));

describe('work that a person has stopped', () => {
  it('is known as such until a person wants it again', async () => {
    const folder = scratchState();
    mkdirSync(folder.processes);
    requireNotStopped(folder);
    await markStopped(folder);
    await markStopped(folder);
    expect(() => {
      requireNotStopped(folder);
    }).toThrow(
      expect.objectContaining({
        code: 'STOPPED_BY_HAND',
        exitCode: 3,
        remedy: expect.stringContaining('espalier run resume RUN') as string,
      }) as Error,
    );
    await clearStopped(folder);
    await clearStopped(folder);
    requireNotStopped(folder);
  });

  it('cannot be said in a folder that cannot be written, which is told as such', async () => {
    const folder = scratchState();
    writeFileSync(folder.processes, 'no folder');
    const refusal = {
      code: 'STATE_FOLDER_NOT_WRITABLE',
      exitCode: 3,
      message: expect.stringContaining(folder.processes) as string,
      remedy: expect.stringContaining('ESPALIER_HOME') as string,
    };
    await expect(markStopped(folder)).rejects.toMatchObject(refusal);
    await expect(clearStopped(folder)).rejects.toMatchObject(refusal);
  });

  it('leaves no trace in a state folder where nothing was ever started', async () => {
    const folder = scratchState();
    await markStopped(folder);
    expect(existsSync(folder.processes)).toBe(false);
    requireNotStopped(folder);
  });
});
