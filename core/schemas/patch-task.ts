import { z } from 'zod';

import { logParserNames } from '../names/log-parser-names';

/** A repository at a commit, and what is known of how it was installed then. */
export const TaskSource = z.strictObject({
  /** `owner/name`, or what else names it. */
  repository: z.string().min(1),
  /**
   * What git clones: an address, or the absolute path of a clone. `pypi:name==version`: a source distribution of the package index. null: the
   * repository of that name on GitHub.
   */
  address: z.string().min(1).nullable(),
  /** Of a source distribution, the beginning of the hash of its tree. */
  commit: z.string().regex(/^[0-9a-f]{7,40}$/, 'is not a commit'),
  /** The package index is read as it was then, ISO 8601. null: as it was on the day of the commit. */
  until: z.string().min(1).nullable(),
  /** Of the interpreter: `3.9`, or `3.9.18`. null: the one that the repository asks for, as `env build` chooses it. */
  python: z
    .string()
    .regex(/^\d+\.\d+(\.\d+)?$/, 'is not a version of Python')
    .nullable(),
  /** Installed beside what the repository asks for, as `pip` reads them. */
  requirements: z.array(z.string().min(1)),
  /** A bug that belongs to the repository: a diff of the commit. Absent: the commit is as it is. */
  planted: z.string().min(1).optional(),
  /** Container image that holds the installed repository. null: nobody names one. */
  image: z.string().min(1).nullable(),
});
export type TaskSource = z.infer<typeof TaskSource>;

/** How the tests of a repository are started, in its root, with its interpreter. */
export const TestRunner = z.strictObject({
  /** `pytest`: `python -m pytest` and the arguments. `script`: a file of the repository and its arguments. */
  kind: z.enum(['pytest', 'script']),
  arguments: z.array(z.string()),
  environment: z.record(z.string(), z.string()),
});
export type TestRunner = z.infer<typeof TestRunner>;

/** What a model may see of how a patch is judged. */
export const PatchTest = z.discriminatedUnion('kind', [
  /** Tests of one file of the repository that pass before any change. */
  z.strictObject({
    kind: z.literal('regression'),
    path: z.string().min(1),
    tests: z.array(z.string().min(1)).min(1),
    /** Files that these tests execute, from the root: a patch of other files does not run them. Empty: not known. */
    covers: z.array(z.string()),
    /** Reads how they end from the log of their runner. Absent: the runner has a reporter. */
    parser: z.enum(logParserNames).optional(),
  }),
  /** A script that says whether the issue is there (Agentless, section 3.3). */
  z.strictObject({ kind: z.literal('reproduction'), script: z.string().min(1) }),
]);
export type PatchTest = z.infer<typeof PatchTest>;
