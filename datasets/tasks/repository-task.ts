import type { LogParserName } from '../../core/names/log-parser-names';
import type { TestRunner } from '../../core/schemas/patch-task';

/** A repository at a commit, what is to be done there, and the tests that judge it. */
export interface RepositoryTask {
  readonly id: string;
  /** `owner/name` of GitHub, or an address that git takes. */
  readonly repository: string;
  /** What git clones. null: the repository of that name on GitHub. */
  readonly address: string | null;
  readonly baseCommit: string;
  /** A bug that belongs to the repository: a diff of the commit. null: the commit is as it is. */
  readonly planted: string | null;
  readonly statement: string;
  /** What solves it. Empty: the row does not say. */
  readonly goldPatch: string;
  readonly testPatch: string;
  readonly failToPass: readonly string[];
  readonly passToPass: readonly string[];
  /** ISO 8601. null: the row does not say. */
  readonly createdAt: string | null;
  readonly version: string | null;
  /** Name of a container image that holds the installed repository. null: the row names none. */
  readonly image: string | null;
  /** Name of one of our parsers (log-parsers.ts). */
  readonly logParser: LogParserName;
  readonly evalType: 'pass-and-fail' | 'fail-only';
  /** What the row itself says of its environment. */
  readonly given: {
    readonly python: string | null;
    readonly requirements: readonly string[];
    readonly runner: TestRunner | null;
  };
}
