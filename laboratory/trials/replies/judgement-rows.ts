import { join } from 'node:path';

import { z } from 'zod';

import { parseIdeaList } from '../../../core/replies/idea-list';
import { readRating } from '../../../core/replies/read-rating';
import { readVerdict } from '../../../core/replies/read-verdict';
import { stripReasoning } from '../../../core/replies/strip-reasoning';
import { assertNever } from '../../../core/values/assert-never';
import { readJsonl } from '../../../datasets/read-jsonl';
import { parseRow } from '../../../datasets/row-error';
import { text } from '../../../datasets/row-fields';

export const judgementKinds = ['score', 'verdict', 'list'] as const;

const JudgementRow = z.object({
  id: text,
  model: text,
  kind: z.enum(judgementKinds),
  /** The form that was asked for. */
  asked: z.string(),
  scale: z.tuple([z.number(), z.number()]).nullish(),
  reply: z.string(),
  /** What a careful reader reads off: a number, whether it accepts, how many items. Without it there is no single reading. */
  want: z.union([z.number(), z.boolean()]).nullish(),
});
export type JudgementRow = z.infer<typeof JudgementRow>;

/** Those with a reading, of `replies/judgements.jsonl.gz`. @throws UsageError naming file, line and field */
export async function loadJudgements(folder: string): Promise<readonly JudgementRow[]> {
  const file = join(folder, 'replies', 'judgements.jsonl.gz');
  const rows = (await readJsonl(file)).map((row) => parseRow(JudgementRow, row, file));
  return rows.filter(({ want }) => want !== undefined && want !== null);
}

/** More than any reply lists. */
const atMost = 50;

/** Whether a reply is read as a careful reader reads it. */
export function isReadAsWanted({ kind, asked, scale, reply, want }: JudgementRow): boolean {
  const answer = stripReasoning(reply);
  switch (kind) {
    case 'score': {
      const [least, most] = scale ?? [0, 5];
      return readRating(answer, { least, most })?.number === want;
    }
    case 'verdict':
      return readVerdict(answer)?.accept === want;
    case 'list': {
      const read = parseIdeaList(reply, ideasAskedFor(asked), atMost);
      return (read.ok ? read.value.length : 0) === want;
    }
    default:
      return assertNever(kind);
  }
}

/** What a list was asked for as; anything but what is wrong is read as strategies. */
export function ideasAskedFor(asked: string): 'reflections' | 'strategies' {
  return /bugg|issue|reflection/.test(asked) ? 'reflections' : 'strategies';
}
