/** What a cell finds around it, whoever starts it: a verdict may not depend on the backend. */

/** The user inside, and its group: nobody, whoever started the cell. */
export const boxUser = 65_534;

/** A cell writes nothing itself; every box covers /tmp and /dev/shm with its own. */
export const scratchBytes = 1024 * 1024;

export const cellEnvironment: Readonly<Record<string, string>> = {
  LANG: 'C.UTF-8',
  // Each thread's own heap would reserve address space, which is limited in boxes.
  MALLOC_ARENA_MAX: '2',
  PYTHONHASHSEED: '0',
  TZ: 'UTC',
};

/** How the interpreter is started: nothing of a user's is loaded, and nothing compiled is written. */
export function interpreterArguments(bootstrap: string): readonly string[] {
  return ['-s', '-B', '-c', bootstrap];
}
