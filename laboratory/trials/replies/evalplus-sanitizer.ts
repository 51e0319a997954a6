import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { z } from 'zod';

import { NotReadyError } from '../../../core/errors/errors';
import { laboratoryPython } from '../../python-folder';

/** A text by a name of its own. */
export interface SanitizerJob {
  readonly id: string;
  readonly reply: string;
  /** null: every definition is kept. */
  readonly entryPoint: string | null;
}

const Answer = z.object({ id: z.string(), program: z.string().nullable() });

/** It compares every line with every other. */
const secondsPerReply = 20;

/** By id; null: it did not end in 20 s. @throws NotReadyError when it ends before it has answered */
export async function sanitizedByEvalPlus(
  python: string,
  rows: readonly SanitizerJob[],
  onDone: (done: number) => void,
): Promise<ReadonlyMap<string, string | null>> {
  const child = spawn(python, ['-B', join(laboratoryPython, 'sanitize_replies.py')], {
    stdio: 'pipe',
  });
  let said = '';
  child.stderr.on('data', (part) => (said = (said + String(part)).slice(-600)));
  child.on('error', (error) => (said += error.message));
  child.stdin.on('error', () => undefined);
  const jobs = rows.map(({ id, reply, entryPoint }) =>
    JSON.stringify({ id, reply, entry_point: entryPoint, seconds: secondsPerReply }),
  );
  child.stdin.end(`${jobs.join('\n')}\n`);
  const read = new Map<string, string | null>();
  for await (const line of createInterface({ input: child.stdout })) {
    const { id, program } = Answer.parse(JSON.parse(line));
    read.set(id, program);
    onDone(read.size);
  }
  if (read.size === rows.length) return read;
  throw new NotReadyError(
    `EvalPlus stopped after ${String(read.size)} of ${String(rows.length)} replies: ${said.trim()}`,
    'Remove its folder below the cache folder (bench/) and try again',
    { code: 'EVALPLUS_BROKEN' },
  );
}
