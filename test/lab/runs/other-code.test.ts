import { mkdirSync, writeFileSync } from 'node:fs';

import { readSettings } from '../../../config/settings';
import { stateFolder } from '../../../config/state-folder';
import type { WorkflowBundle } from '../../../core/schemas/workflow-bundle';
import { NotReadyError } from '../../../core/errors/errors';
import { notBegun } from '../../../core/work/not-begun';
import {
  codeText,
  isOtherCode,
  requireSameCode,
  runsOfOtherCode,
} from '../../../lab/runs/other-code';
import { workerName, workerReadyFile } from '../../../lab/services/worker-ready';
import { adoptProcess } from '../../../processes';
import { cleanUp, scratchState } from '../../engine/scratch-state';

afterEach(() => cleanUp([]));

const ours: WorkflowBundle = { version: '0.2.0', sha256: 'b'.repeat(64) };
const older: WorkflowBundle = { version: '0.2.0', sha256: 'a'.repeat(64) };

/** A folder whose worker is this process, and runs `bundle`. */
async function workedBy(bundle: WorkflowBundle | null) {
  const folder = stateFolder(readSettings({ ESPALIER_HOME: scratchState().root }));
  mkdirSync(folder.processes, { recursive: true });
  await adoptProcess(folder, { name: workerName, fingerprint: 'a' });
  writeFileSync(workerReadyFile(folder), JSON.stringify({ pid: process.pid, bundle }));
  return { folder };
}

describe('code of workflows', () => {
  it.each([
    [ours, { ...ours, version: '0.1.0' }, false],
    [ours, older, true],
    [null, ours, true],
    [ours, null, true],
    [null, null, false],
  ])('is another by its hash, and where only one is known (%#)', (started, working, other) => {
    expect(isOtherCode(started, working)).toBe(other);
  });

  it('is told by its version and the beginning of its hash', () => {
    expect(codeText(ours)).toBe('espalier 0.2.0 (workflow code bbbbbbbb)');
    expect(codeText(null)).toBe('an earlier version of espalier');
  });

  it('of a run must be that of the worker: the refusal names both and what goes on', () => {
    expect(() => {
      requireSameCode({ id: 'r', bundle: ours }, ours);
    }).not.toThrow();
    const refused = (): void => {
      requireSameCode({ id: 'r', bundle: null }, ours);
    };
    expect(refused).toThrow(NotReadyError);
    expect(refused).toThrow(
      'the workflows of run r were started by an earlier version of espalier, and espalier 0.2.0 (workflow code bbbbbbbb) works on them now: they wait',
    );
  });
});

describe('runs of other code', () => {
  it('are those that have begun and not ended, and that other code than the worker’s began', async () => {
    const run = { reason: null, bundle: older };
    const runs = [
      { ...run, id: 'running', status: 'running' },
      { ...run, id: 'paused', status: 'paused' },
      { ...run, id: 'completed', status: 'completed' },
      { ...run, id: 'cancelled', status: 'cancelled' },
      { ...run, id: 'not-begun', status: 'paused', reason: notBegun },
      { ...run, id: 'ours', status: 'running', bundle: ours },
    ] as const;
    expect(await runsOfOtherCode(await workedBy(ours), runs)).toEqual(['running', 'paused']);
    expect(await runsOfOtherCode(await workedBy(ours), runs.slice(2, 5))).toEqual([]);
  });
});
