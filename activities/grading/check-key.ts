import { asJson, canonicalJson } from '../../core/values/canonical-json';
import type { JsonValue } from '../../core/values/canonical-json';
import { assertNever } from '../../core/values/assert-never';
import type { ProgramSource, Sandbox } from '../../core/adapters/sandbox';
import type { Check } from '../../core/grading/check';
import { sha256Of } from '../sha256-of';

/**
 * Outputs are compared by us, outside the sandbox, whose fingerprint so says nothing of it: to be raised when
 * `judge-script` or `compare-output` decide otherwise.
 */
const scriptRules = 1;
/** The same of `judge-harness` and what it compares by. */
const harnessRules = 1;

/**
 * What a check is known by: everything its result depends on. `alone` is not in it, since it changes only how sure
 * the result is.
 * @param fingerprint the sandbox's: backend, place, guest, and what its cells are
 */
export function checkKey(check: Check, fingerprint: string): string {
  return sha256Of(canonicalJson({ fingerprint, ...identityOf(check) }));
}

/** The fingerprint of what runs a check. */
export function fingerprintFor(
  { kind }: Check,
  { fingerprint, harnessFingerprint }: Pick<Sandbox, 'fingerprint' | 'harnessFingerprint'>,
): string {
  return kind === 'harness' ? (harnessFingerprint ?? fingerprint) : fingerprint;
}

function identityOf(check: Check): Readonly<Record<string, JsonValue>> {
  switch (check.kind) {
    // Says no kind: results from before there was another one still count.
    case 'function': {
      const { program, trustedSetup, entryPoint, tests, limits, seed } = check.task;
      const { assurance = 'data', manner } = check.task;
      return {
        ...(manner === undefined ? {} : { manner: asJson(manner) }),
        program: sourceOf(program),
        trustedSetup,
        entryPoint,
        tests,
        limits,
        seed,
        assurance,
      };
    }
    case 'script': {
      const { kind, outcomes, task, marked } = check;
      const { program, limits, seed, manner } = task;
      const tests = check.tests.map(({ stdin, expected }) => ({
        stdin,
        expected: expected === null ? null : asJson(expected),
      }));
      return {
        ...{ kind, outcomes, tests, program: sourceOf(program), limits, seed, scriptRules },
        ...(manner === undefined ? {} : { manner: asJson(manner) }),
        ...(marked === undefined ? {} : { marked }),
      };
    }
    case 'harness': {
      const { kind, outcomes, task, expected, policy, texts } = check;
      const { environment, target, program, parts, limits, seed } = task;
      return {
        ...{ kind, outcomes, environment, program, limits, seed, harnessRules },
        ...{ target: asJson(target), parts: asJson(parts) },
        ...{ expected: asJson(expected), policy: asJson(policy), texts: asJson(texts) },
      };
    }
    default:
      return assertNever(check);
  }
}

/** The same check, as one batch alone may remember it. */
export function scopedKey(scope: string, key: string): string {
  return sha256Of(canonicalJson({ scope, key }));
}

/** Bytes and a text are different sources even where they say the same: only bytes can name their encoding. */
function sourceOf(program: ProgramSource): JsonValue {
  return typeof program === 'string' ? program : { bytes: sha256Of(program) };
}
