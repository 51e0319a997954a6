import type { LabContext } from '../lab-context';

/** A start takes seconds, so a note announces it, unless the process (by its name in the state folder) lives already. */
export async function sayStarting(
  { folder, note }: LabContext,
  name: string,
  what: string,
): Promise<void> {
  const { findProcess } = await import('../../processes/index.js');
  const found = await findProcess(folder, name);
  if (found.kind !== 'alive') note(`starting ${what}`);
}
