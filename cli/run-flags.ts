import { Option } from 'commander';
import type { Command } from 'commander';
import { z } from 'zod';

import { UsageError } from '../core/errors';
import { methodNames } from '../core/work/kinds';
import { flagName, rangeText, readNumber } from './parse-number';
import type { NumberRange } from './parse-number';

/** A search is handed on as one payload, at most 2 KB a program; the engine warns of payloads above 256 KB. */
const mostPrograms = 100;

const number = (range: NumberRange) => {
  const error = `must be ${rangeText(range)}`;
  return z
    .string()
    .refine((text) => readNumber(text, range) !== null, { error })
    .transform(Number);
};
const whole = (least: number, most?: number) =>
  number({ least, whole: true, ...(most === undefined ? {} : { most }) });
const share = number({ least: 0, most: 1 });
const name = z.string().trim().min(1, 'is empty');

/** The flags of a run as they were typed, checked one by one. */
export const RunFlags = z.object({
  dataset: name,
  method: name,
  model: name,
  budget: whole(1, mostPrograms),
  concurrency: whole(1, 1000),
  seed: whole(0),
  samples: whole(1, 1000),
  limit: whole(1).optional(),
  problems: z
    .string()
    .transform((list) =>
      list
        .split(',')
        .map((id) => id.trim())
        .filter((id) => id !== ''),
    )
    .refine((ids) => ids.length > 0, { error: 'names no problem' })
    .optional(),
  temperature: number({ least: 0, most: 2 }).optional(),
  maxTokens: whole(1).optional(),
  thinkerModel: name.optional(),
  criticModel: name.optional(),
  criticAccuracy: share.optional(),
  competence: share.optional(),
  bankModel: name.optional(),
  skipMissing: z.boolean().default(false),
  visibleTests: name.optional(),
  reuse: z.boolean().default(true),
  regrade: z.boolean().default(false),
  fresh: z
    .string()
    .regex(
      /^[a-zA-Z0-9._-]{1,40}$/,
      'must be 1 to 40 letters, digits, dots, dashes and underscores',
    )
    .optional(),
});
export type RunFlags = z.infer<typeof RunFlags>;

/** Which of a data set's problems, and how often; a run of one problem has no such flags. */
export function addSelectionFlags(command: Command): Command {
  return command
    .option('--concurrency <n>', 'problems at a time', '10')
    .option('--samples <n>', 'attempts per problem', '1')
    .option('--limit <n>', 'only the first n problems')
    .option('--problems <ids>', 'only these problems, separated by commas')
    .option('--skip-missing', 'leave out problems that the bank does not have');
}

/** The flags that every run has, with the meaning each has. */
export function addRunFlags(command: Command): Command {
  return command
    .option('--method <name>', `search method: ${methodNames.join(', ')}`, 'code-tree')
    .requiredOption(
      '--model <spec>',
      'simulated, recorded:<bank>[,<bank>…], or the name of a model',
    )
    .option('--budget <n>', 'generated programs per problem, 1 to 100', '20')
    .option('--seed <n>', 'another seed asks the model anew', '0')
    .option('--temperature <t>', "overrides the method's own, 0 to 2")
    .option('--max-tokens <n>', 'longest reply, tokens')
    .option('--thinker-model <name>', 'another model for the Thinker')
    .option('--critic-model <name>', 'another model for the Critic')
    .option('--critic-accuracy <a>', "of the simulated or recorded critic's verification, 0 to 1")
    .option('--competence <c>', 'share of right programs of the simulated model, 0 to 1')
    .option('--bank-model <name>', 'only the programs of this source model of the bank')
    .option(
      '--visible-tests <file>',
      'rows of {task_id, given_tests} instead of the extracted ones',
    )
    .addOption(new Option('--no-reuse', 'ask every question anew, whatever the journal holds'))
    .option('--regrade', 'run every program again, whatever the cache holds')
    .option('--fresh <name>', 'a new run of the same configuration');
}

/** @throws UsageError naming the flag, its value and what it may be. */
export function parseRunFlags(raw: Readonly<Record<string, unknown>>): RunFlags {
  const parsed = RunFlags.safeParse(raw);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const key = String(issue?.path[0] ?? '');
  throw new UsageError(
    `${flagName(key)} ${JSON.stringify(raw[key] ?? '')} ${issue?.message ?? 'cannot be used'}`,
    'The flags and what they take: `espalier run start --help`',
    { code: 'BAD_FLAG' },
  );
}
