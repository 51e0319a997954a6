import { join } from 'node:path';

import { z } from 'zod';

import { loadReferences } from '../../../datasets';
import { readJsonl } from '../../../datasets/read-jsonl';
import { parseRow } from '../../../datasets/row-error';
import { text } from '../../../datasets/row-fields';

const ReplyRow = z.object({
  id: text,
  model: text,
  dataset: z.enum(['humaneval', 'mbpp', 'can-ai-code']),
  task_id: z.union([z.string(), z.int()]).transform(String),
  entry_point: text,
  reply: z.string(),
  passes_any: z.boolean(),
});

const TaskRow = z.object({ task_id: text, entry_point: text, test: text });

/** A reply of a real model to a question for a program, and what that program has to pass. */
export interface ReplyRow {
  readonly id: string;
  readonly model: string;
  readonly entryPoint: string;
  readonly reply: string;
  /** Whether some reading of it passes. */
  readonly passesAny: boolean;
  /** Put before the program, with a newline between. */
  readonly preamble: string;
  readonly test: string;
}

/**
 * `replies/code.jsonl.gz`, with `replies/can-ai-code-tests.jsonl.gz` for tasks of no published data set, and the data sets.
 * @throws UsageError naming file, line and field
 */
export async function loadReplies(folder: string, cacheDir: string): Promise<readonly ReplyRow[]> {
  const tasks = new Map<string, { preamble: string; test: string; entryPoint: string }>();
  for (const set of ['humaneval', 'mbpp'] as const) {
    for (const { id, preamble, check, entryPoint } of await loadReferences({
      set,
      folder,
      cacheDir,
    }))
      tasks.set(id, { preamble, test: check.test, entryPoint });
  }
  const own = join(folder, 'replies', 'can-ai-code-tests.jsonl.gz');
  for (const row of await readJsonl(own)) {
    const { task_id: id, entry_point: entryPoint, test } = parseRow(TaskRow, row, own);
    tasks.set(id, { preamble: '', test: `${test}\ncheck(${entryPoint})\n`, entryPoint });
  }
  const file = join(folder, 'replies', 'code.jsonl.gz');
  return (await readJsonl(file)).map((row) => {
    const fields = parseRow(ReplyRow, row, file);
    const task = tasks.get(fields.dataset === 'mbpp' ? `MBPP/${fields.task_id}` : fields.task_id);
    if (task === undefined) throw new Error(`${file}, line ${row.line}: no task ${fields.task_id}`);
    return {
      id: fields.id,
      model: fields.model,
      entryPoint: fields.entry_point,
      reply: fields.reply,
      passesAny: fields.passes_any,
      preamble: task.preamble,
      test: task.test.replaceAll(`check(${task.entryPoint})`, `check(${fields.entry_point})`),
    };
  });
}
