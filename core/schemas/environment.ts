import { z } from 'zod';

import { installSteps } from '../names/environment-reasons';
import { Sha256 } from './sha256';

/** What a person names: a folder, a repository elsewhere, or a release on a package index. */
export const RepositoryInput = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('path'),
    /** Absolute where it is named and planned; of what is made of it the folder's name alone. */
    path: z.string().min(1),
    /** Of a clone: branch, tag or commit; absent: what is checked out. */
    revision: z.string().min(1).optional(),
  }),
  z.strictObject({
    kind: z.literal('git'),
    /** Without credentials. */
    url: z.string().min(1),
    /** Branch, tag or commit; absent: the default branch. */
    revision: z.string().min(1).optional(),
  }),
  z.strictObject({
    kind: z.literal('sdist'),
    name: z.string().min(1),
    version: z.string().min(1),
  }),
]);
export type RepositoryInput = z.infer<typeof RepositoryInput>;

/** Where a tree of files comes from; the same for everything that is made of it. */
export const RepositoryProvenance = z.strictObject({
  input: RepositoryInput,
  /** `owner/name`, or the folder's or distribution's own. */
  name: z.string().min(1),
  /** Of a git repository; null: the tree is of no commit. */
  commit: z
    .string()
    .regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/)
    .nullable(),
  /** sha256 over the paths and contents of the files, as they were before and after everything. */
  tree: Sha256,
  /** SPDX expression or the name in the metadata; null: none was found. */
  licence: z.string().min(1).nullable(),
});
export type RepositoryProvenance = z.infer<typeof RepositoryProvenance>;

/** What became of a repository as a whole. */
export const RepositoryStatus = z.discriminatedUnion('code', [
  z.strictObject({ code: z.literal('ok') }),
  z.strictObject({ code: z.literal('clone_failed'), why: z.string() }),
  z.strictObject({ code: z.literal('sdist_failed'), why: z.string() }),
  z.strictObject({ code: z.literal('too_large'), why: z.string() }),
  z.strictObject({ code: z.literal('no_python') }),
  z.strictObject({
    code: z.literal('install_failed'),
    step: z.enum(installSteps),
    why: z.string(),
  }),
  z.strictObject({ code: z.literal('import_failed'), why: z.string() }),
  /** Some of its files or modules are left out. */
  z.strictObject({ code: z.literal('partial'), why: z.string() }),
]);
export type RepositoryStatus = z.infer<typeof RepositoryStatus>;

/** Of the ladder: a lock file, declared extras, requirements files, guesses in quarantine. */
const Rung = z.int().min(0).max(4);

/** A step on a rung of the ladder. */
export const InstallAttempt = z.strictObject({
  rung: Rung,
  step: z.enum(installSteps),
  /** null: it was ended. */
  exitCode: z.int().nullable(),
  seconds: z.number().nonnegative(),
  /** Its last lines. */
  log: z.string(),
});
export type InstallAttempt = z.infer<typeof InstallAttempt>;

/** An interpreter of this machine as an archive: `bin` and `lib`. */
export const InterpreterRecord = z.strictObject({
  /** sha256 of the tar. */
  archive: Sha256,
  /** `3.9.18`. */
  version: z.string().regex(/^[23]\.\d+\.\d+$/),
});
export type InterpreterRecord = z.infer<typeof InterpreterRecord>;

/** A container image that the cells of an environment have as their root, and the interpreter in it. */
export const ImageRecord = z.strictObject({
  /** As it was pulled. */
  name: z.string().min(1),
  /** Content id of the image. */
  id: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  /** Path of the interpreter that the repository is installed for. */
  interpreter: z.string().startsWith('/'),
});
export type ImageRecord = z.infer<typeof ImageRecord>;

/** A repository that is installed: a tree of files known by its content, which cells unpack. */
export const EnvironmentRecord = z.strictObject({
  repository: RepositoryProvenance,
  /** Of `environmentIdentity` (core/repository): the archives and the interpreter. */
  sha256: Sha256,
  /**
   * sha256 of the tars that cells unpack: `project/` and `deps/`, the repository's tree with its tests, and what our own jobs
   * need (coverage, hypothesis, pytest), which is never part of what is installed. `interpreter`: what all of it runs with.
   * Absent: the interpreter of the cell.
   */
  archives: z.strictObject({
    ...{ installed: Sha256, snapshot: Sha256, tools: Sha256 },
    interpreter: Sha256.optional(),
  }),
  /** Absent: the root of the cells is the sandbox's own. What the repository needs is then in the image, not in `installed`. */
  image: ImageRecord.optional(),
  /** `3.11.7`. */
  python: z.string().regex(/^[23]\.\d+\.\d+/),
  /** What is installed beside the project: name to version. */
  packages: z.record(z.string(), z.string()),
  /** sha256 of the canonical list of what is installed, with its files' hashes. */
  lock: Sha256,
  /** The rung that did it. */
  rung: Rung,
  attempts: z.array(InstallAttempt),
  modules: z.strictObject({
    importable: z.int().nonnegative(),
    total: z.int().nonnegative(),
  }),
  /** What was left out on the way, in words; anything: the repository is `partial`. */
  lacks: z.array(z.string()),
});
export type EnvironmentRecord = z.infer<typeof EnvironmentRecord>;
