import { readFile } from 'node:fs/promises';

import { z } from 'zod';

import { UsageError } from '../../core/errors/errors';
import { systemReason } from '../system-reason';

/** What is typed; what the model answers is its server's to read. */
const Script = z.object({ turns: z.array(z.object({ say: z.string() })).min(1) });

/** What a script types, in order. @throws UsageError (`BAD_FILE`) */
export async function readScript(path: string): Promise<readonly string[]> {
  try {
    const script = Script.parse(JSON.parse(await readFile(path, 'utf8')));
    return script.turns.map(({ say }) => say);
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : systemReason(error);
    throw new UsageError(
      `the script ${path} cannot be read: ${reason}`,
      'Give a file of {"turns": [{"say": TEXT, "replies": [TEXT, …]}, …]}',
      { code: 'BAD_FILE', cause: error },
    );
  }
}
