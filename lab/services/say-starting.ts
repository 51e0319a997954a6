import type { LabContext } from '../lab-context';

/** Starting takes seconds: says so before, unless the process (by its name in the state folder) lives already. */
export async function sayStarting(
  { folder, note }: LabContext,
  name: string,
  what: string,
): Promise<void> {
  const { findProcess } = await import('../../processes/index.js');
  const found = await findProcess(folder, name);
  if (found.kind !== 'alive') note(`starting ${what}`);
}
