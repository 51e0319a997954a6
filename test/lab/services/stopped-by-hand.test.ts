import { existsSync, mkdirSync } from 'node:fs';

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

  it('leaves no trace in a state folder where nothing was ever started', async () => {
    const folder = scratchState();
    await markStopped(folder);
    expect(existsSync(folder.processes)).toBe(false);
    requireNotStopped(folder);
  });
});
