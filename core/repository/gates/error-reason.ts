import type { ErrorReason } from '../../names/environment-reasons';
import type { CaseRecord } from '../../python-values/case-record';
import type { TreeError } from '../../python-values/python-value';

/** Standard exception classes and the reason of each. The first class that matches, itself or as a base class, counts. */
const classes: readonly (readonly [reason: ErrorReason, names: readonly string[]])[] = [
  ['import_error', ['ImportError']],
  ['assertion_mismatch', ['AssertionError']],
  ['oom', ['MemoryError']],
  ['timeout', ['TimeoutError']],
  ['env_error', ['OSError']],
  // These come before ValueError, because they are subclasses of it.
  [
    'data_format_error',
    ['UnicodeError', 'JSONDecodeError', 'LookupError', 'EOFError', 'SyntaxError'],
  ],
  [
    'type_or_value_error',
    ['TypeError', 'ValueError', 'AttributeError', 'ArithmeticError', 'NameError'],
  ],
];

/** The class of the exception that ended the harness itself. An exception that is an outcome of the function is not one. */
export function errorReason({ type, bases }: TreeError): ErrorReason {
  const names = [type, ...bases].map((name) => name.slice(name.lastIndexOf(':') + 1));
  return (
    classes.find(([, known]) => known.some((name) => names.includes(name)))?.[0] ?? 'setup_error'
  );
}

/** The fault of a case of the original. null: none, it ended normally. */
export function caseFault({ calls, end }: CaseRecord): ErrorReason | 'skipped_only' | null {
  switch (end.kind) {
    case 'finished':
      return null;
    case 'skipped':
      return 'skipped_only';
    case 'timed-out':
      return 'timeout';
    case 'exited':
    case 'killed':
      return end.error === undefined ? 'killed' : errorReason(end.error);
    case 'raised': {
      const last = calls.at(-1)?.outcome;
      const isOutcome =
        last !== undefined && 'raises' in last && last.raises.type === end.error?.type;
      if (isOutcome || end.error === undefined) return isOutcome ? null : 'setup_error';
      return errorReason(end.error);
    }
  }
}
