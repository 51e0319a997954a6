/** What became of a repository. */
export const repositoryStatuses = [
  'ok',
  'clone_failed',
  /** The index has no such release, or what it has cannot be unpacked. */
  'sdist_failed',
  'too_large',
  'no_python',
  'install_failed',
  'import_failed',
  'partial',
] as const;
export type RepositoryStatus = (typeof repositoryStatuses)[number];

/** What an installation does, and may fail in; `interpreter`: none that fits is there. */
export const installSteps = [
  'interpreter',
  'version',
  'build',
  'install-project',
  'resolve',
  'install',
] as const;
export type InstallStep = (typeof installSteps)[number];

/** A generator gave nothing that could be run. */
export const generationReasons = [
  'gen_empty',
  'gen_truncated',
  'gen_refused',
  'parse_error',
  /** Nobody was asked: the model calls, tokens or costs that the run allows its repository are used up. */
  'over_budget',
] as const;
export type GenerationReason = (typeof generationReasons)[number];

/** The eight ways in which a harness passes whatever the function does. */
export const vacuityReasons = [
  'gen_empty',
  'no_tests',
  'fut_not_called',
  'no_comparison',
  'self_compare',
  'skipped_only',
  'swallowed_exception',
  'constant_compare',
] as const;
export type VacuityReason = (typeof vacuityReasons)[number];

/** How the original itself came to grief in a harness. */
export const errorReasons = [
  'import_error',
  'setup_error',
  'type_or_value_error',
  'data_format_error',
  'assertion_mismatch',
  'env_error',
  'timeout',
  'oom',
  'killed',
] as const;
export type ErrorReason = (typeof errorReasons)[number];

/** What flips an outcome. `chance`: two like runs differ. `place`: current folder and locale. */
export const flakeCauses = ['chance', 'hash-seed', 'order', 'clock', 'place', 'cpu'] as const;
export type FlakeCause = (typeof flakeCauses)[number];

/** Every reason, `flaky` apart, which says its cause. */
export const plainHarnessReasons = [
  ...generationReasons,
  ...vacuityReasons.filter((reason) => reason !== 'gen_empty'),
  ...errorReasons,
  'low_coverage',
  'low_mutation',
  'leak',
  /** The definition itself does not pass where candidates are graded: what that leaves out is needed. */
  'not_gradable',
] as const;
export type PlainHarnessReason = (typeof plainHarnessReasons)[number];

/** Why there is no harness for a function. */
export type HarnessReason =
  { readonly code: PlainHarnessReason } | { readonly code: 'flaky'; readonly cause: FlakeCause };

/**
 * How much a reason tells of the function, of two that came equally far: that nothing was made to run says least, then that the
 * cases say nothing, that the function does not run in them, that it runs and does not agree with itself; most, what a gate of
 * measures says.
 */
export function tellingRank({ code }: HarnessReason): number {
  if (isOneOf(generationReasons, code)) return 0;
  if (isOneOf(vacuityReasons, code)) return 1;
  if (isOneOf(errorReasons, code)) return 2;
  return code === 'flaky' ? 3 : 4;
}

function isOneOf(codes: readonly string[], code: string): boolean {
  return codes.includes(code);
}

/** As tables count it: `flaky(clock)`. */
export function reasonName(reason: HarnessReason): string {
  return reason.code === 'flaky' ? `flaky(${reason.cause})` : reason.code;
}

/** R2E's classes of harnesses on which the original fails, for tables that are laid beside the paper's. */
export const paperClasses = ['value-or-type', 'assertion', 'environment', 'data-format'] as const;
export type PaperClass = (typeof paperClasses)[number];

const classOf: Readonly<Record<ErrorReason | 'flaky', PaperClass>> = {
  type_or_value_error: 'value-or-type',
  assertion_mismatch: 'assertion',
  flaky: 'assertion',
  data_format_error: 'data-format',
  import_error: 'environment',
  setup_error: 'environment',
  env_error: 'environment',
  timeout: 'environment',
  oom: 'environment',
  killed: 'environment',
};

/** null: R2E had no such gate, and accepted it. */
export function paperClass({ code }: HarnessReason): PaperClass | null {
  return isError(code) ? classOf[code] : null;
}

function isError(code: HarnessReason['code']): code is keyof typeof classOf {
  return Object.hasOwn(classOf, code);
}
