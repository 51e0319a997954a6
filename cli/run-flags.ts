import { Option } from 'commander';
import type { Command } from 'commander';
import { z } from 'zod';

import { UsageError } from '../core/errors';

const whole = (least: number) => z.coerce.number().int().min(least);
const share = z.coerce.number().min(0).max(1);

/** The flags of a run as they were typed, checked one by one. */
export const RunFlags = z.object({
  dataset: z.string().min(1),
  method: z.string().min(1),
  model: z.string().min(1),
  budget: whole(1),
  concurrency: whole(1),
  seed: whole(0),
  samples: whole(1),
  limit: whole(1).optional(),
  problems: z
    .string()
    .min(1)
    .transform((list) => list.split(',').map((id) => id.trim()))
    .optional(),
  temperature: z.coerce.number().min(0).max(2).optional(),
  maxTokens: whole(1).optional(),
  thinkerModel: z.string().min(1).optional(),
  criticModel: z.string().min(1).optional(),
  criticAccuracy: share.optional(),
  competence: share.optional(),
  bankModel: z.string().min(1).optional(),
  skipMissing: z.boolean().default(false),
  visibleTests: z.string().min(1).optional(),
  reuse: z.boolean().default(true),
  regrade: z.boolean().default(false),
  fresh: z
    .string()
    .regex(/^[a-zA-Z0-9._-]{1,40}$/, 'letters, digits, dot, dash and underscore, at most 40')
    .optional(),
});
export type RunFlags = z.infer<typeof RunFlags>;

/** Adds every flag of a run, with the meaning each has. */
export function addRunFlags(command: Command): Command {
  return command
    .option('--method <name>', 'search method', 'code-tree')
    .requiredOption(
      '--model <spec>',
      'simulated, recorded:<bank>[,<bank>…], or the name of a model',
    )
    .option('--budget <n>', 'generated programs per problem, at least 1', '20')
    .option('--concurrency <n>', 'problems at a time', '10')
    .option('--seed <n>', 'another seed asks the model anew', '0')
    .option('--samples <n>', 'attempts per problem', '1')
    .option('--limit <n>', 'only the first n problems')
    .option('--problems <ids>', 'only these problems, separated by commas')
    .option('--temperature <t>', "overrides the method's own, 0 to 2")
    .option('--max-tokens <n>', 'longest reply, tokens')
    .option('--thinker-model <name>', 'another model for the Thinker')
    .option('--critic-model <name>', 'another model for the Critic')
    .option('--critic-accuracy <a>', "of the simulated or recorded critic's verification, 0 to 1")
    .option('--competence <c>', 'share of right programs of the simulated model, 0 to 1')
    .option('--bank-model <name>', 'only the programs of this source model of the bank')
    .option('--skip-missing', 'leave out problems that the bank does not have')
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
  const name = String(issue?.path[0] ?? '');
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  throw new UsageError(
    `${flag} ${JSON.stringify(raw[name] ?? '')}: ${issue?.message ?? 'invalid'}`,
    'See `espalier run start --help`',
    { code: 'BAD_FLAG' },
  );
}
