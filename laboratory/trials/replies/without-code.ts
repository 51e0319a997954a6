import { join } from 'node:path';

import { z } from 'zod';

import { stripReasoning } from '../../../core/replies/strip-reasoning';
import { readJsonl } from '../../../datasets/read-jsonl';
import { parseRow } from '../../../datasets/row-error';
import { text } from '../../../datasets/row-fields';

/** A definition, a lambda, or a line that gives something back, such as a function's body has; line ends of JSON count. */
const code =
  /\b(?:def|class)\s+\w+\s*[(:]|\blambda\b|(?:^|\n|\\n)[ \t>]*(?:return|yield)\b[ \t]*\S/;

/** Whether a reply holds anything that could be a program, thoughts aside: known by its letters alone, not by our reader. */
export function holdsCode(reply: string): boolean {
  return code.test(stripReasoning(reply));
}

const SyntheticRow = z.object({
  id: text,
  model: text,
  kind: text,
  entry_point: text.optional(),
  reply: z.string(),
  want: z.unknown(),
});

export interface ReplyWithoutCode {
  readonly id: string;
  readonly model: string;
  readonly entryPoint: string;
  readonly reply: string;
}

/** Of `replies/synthetic.jsonl.gz`, those that hold no program. */
export async function loadWithoutProgram(folder: string): Promise<readonly ReplyWithoutCode[]> {
  const file = join(folder, 'replies', 'synthetic.jsonl.gz');
  return (await readJsonl(file))
    .map((row) => parseRow(SyntheticRow, row, file))
    .filter(({ kind, want }) => kind === 'program' && (want ?? null) === null)
    .map(({ id, model, reply, entry_point: entryPoint = '' }) => ({
      id,
      model,
      reply,
      entryPoint,
    }));
}
