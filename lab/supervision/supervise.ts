import { setTimeout as wait } from 'node:timers/promises';

import type { LabContext } from '../lab-context';
import { supervisorFingerprint, supervisorName } from '../services/ensure-supervisor';
import { createSupervisor } from './supervisor';

const lookEveryMs = 1000;

/** Supervises a state folder, one process at a time. Ends when the folder is removed or another process supervises it. */
export async function supervise(context: LabContext): Promise<void> {
  const { findProcess } = await import('../../processes/index.js');
  await becomeSupervisor(context);
  const supervisor = createSupervisor(context);
  for (;;) {
    const found = await findProcess(context.folder, supervisorName);
    if (found.kind !== 'alive' || found.record.identity.pid !== process.pid) return;
    await supervisor.look();
    await wait(lookEveryMs);
  }
}

async function becomeSupervisor({ settings, folder, note }: LabContext): Promise<void> {
  const { adoptProcess } = await import('../../processes/index.js');
  const fingerprint = supervisorFingerprint(settings);
  let waitsFor: number | null = null;
  for (;;) {
    const pid = await adoptProcess(folder, { name: supervisorName, fingerprint });
    if (pid === process.pid) break;
    if (pid !== waitsFor)
      note(`process ${String(pid)} supervises ${folder.root}: waiting for its end`);
    waitsFor = pid;
    await wait(lookEveryMs);
  }
  note(`supervising ${folder.root}`);
}
