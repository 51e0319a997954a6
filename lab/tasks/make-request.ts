import { z } from 'zod';

import { checkRequest } from '../planning/check-request';
import { name, numberIn } from '../planning/request-members';
import { membersOf } from '../planning/request-options';
import type { RequestOptions } from '../planning/request-options';
import { triesOptions } from './tries-options';

/** Every option of making tasks, in the order of the help. */
export const makeOptions = {
  commits: {
    schema: name.optional(),
    value: '<revision>',
    help: 'a commit, or a range of commits: A..B',
    usual: 'HEAD',
  },
  limit: {
    schema: numberIn({ least: 1, most: 10_000, whole: true }).optional(),
    value: '<n>',
    help: 'of a range, look at the newest n commits',
    usual: '100',
  },
  name: {
    schema: z
      .string({ error: 'must be a text' })
      .regex(/^[\w.-]+\/[\w.-]+$/, 'must be owner/name')
      .optional(),
    value: '<owner/name>',
    help: 'name of the repository in the rows',
    usual: 'from its address',
  },
  bugs: {
    schema: numberIn({ least: 1, most: 20, whole: true }).optional(),
    value: '<n>',
    help: 'with env:RUN: bugs for each function; the last one removes its body, the others are mutants',
    usual: '2',
  },
  python: {
    schema: z
      .string({ error: 'must be a text' })
      .regex(/^\d+\.\d+(\.\d+)?$/, 'must be a version such as 3.11')
      .optional(),
    value: '<version>',
    help: 'version of Python for the environments',
    usual: 'what the repository asks for',
  },
  requirements: {
    schema: z.array(name).readonly().optional(),
    value: '<requirement...>',
    help: 'packages to install beside what the repository asks for',
  },
  ...triesOptions({
    most: 20,
    times: 'run the tests k times without the change and k times with it',
    concurrency: 'candidates to work on at the same time',
  }),
} as const satisfies RequestOptions;

export const MakeRequestSchema = z.strictObject({
  /** Folder of a clone, the address of a git repository, or `env:RUN`: a run that built environments. */
  source: name,
  ...membersOf(makeOptions),
});

/** What tasks are made of. Only the source is required. */
export type MakeRequest = Readonly<z.input<typeof MakeRequestSchema>>;
export type CheckedMakeRequest = z.output<typeof MakeRequestSchema>;

/** @throws UsageError (`BAD_REQUEST`) naming the member, its value and what it may be */
export function checkMakeRequest(request: MakeRequest): CheckedMakeRequest {
  return checkRequest(MakeRequestSchema, request, {
    what: 'the request of tasks',
    needs: 'source',
  });
}
