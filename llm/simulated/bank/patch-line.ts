import { z } from 'zod';

import type { BankLine } from './bank-row';

/** What a run of this text came to when it was recorded. */
const PatchRecord = z.object({
  resolved: z.boolean().nullish(),
  /** [passed, all] of the tests that passed before. */
  p2p: z.tuple([z.int(), z.int()]).nullish(),
});

/** A patch that an agent once wrote for an instance of SWE-bench, with the verdict of its time. */
export const PatchLine = z.object({
  instance_id: z.string().min(1),
  model: z.string().min(1),
  /** The agent and its run. */
  source: z.string().min(1).nullish(),
  method: z.string().min(1).nullish(),
  patch: z.string().refine((text) => text.trim() !== '', 'is empty: such a patch changes nothing'),
  recorded_resolved: z.boolean().nullish(),
  recorded: z.array(PatchRecord).nullish(),
});
export type PatchLine = z.infer<typeof PatchLine>;

/** A patch as a row of a bank has a program. */
export function asBankLine(line: PatchLine): BankLine {
  return {
    task_id: line.instance_id,
    model: line.model,
    method: line.method ?? line.source ?? 'patch',
    program: line.patch,
    recorded_pass: labelOf(line),
  };
}

/** A patch counts as wrong only if some run of it had a working environment: where no test passed at all, the environment was broken. */
function labelOf({ recorded_resolved: label, recorded }: PatchLine): boolean | null {
  if (label !== false) return label ?? null;
  const runs = (recorded ?? []).filter(({ resolved }) => resolved === false);
  const broken = ({ p2p }: z.infer<typeof PatchRecord>): boolean =>
    p2p !== null && p2p !== undefined && p2p[0] === 0 && p2p[1] > 0;
  return runs.length > 0 && runs.every(broken) ? null : false;
}

/** Places that a model once named for an instance. */
export const LocationLine = z.object({
  instance_id: z.string().min(1),
  model: z.string().min(1),
  source: z.string().min(1).nullish(),
  /** From the root of the repository. */
  files: z.array(z.string()),
  /** `file:Class.method`; the file may be empty. */
  entities: z.array(z.string()).nullish(),
  /** One list for each sample, of [file, first line, last line]. */
  lines: z.array(z.array(z.tuple([z.string(), z.int(), z.int()]))).nullish(),
});
export type LocationLine = z.infer<typeof LocationLine>;
