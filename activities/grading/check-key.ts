import { asJson, canonicalJson } from '../../core/values/canonical-json';
import type { JsonValue } from '../../core/values/canonical-json';
import { assertNever } from '../../core/values/assert-never';
import type { ProgramSource, Sandbox } from '../../core/adapters/sandbox';
import type { Check } from '../../core/grading/check';
import { sha256Of } from '../sha256-of';

/** Raise it when `judge-script` or `compare-output` decide differently: the sandbox's fingerprint does not cover them. */
const scriptRules = 2;
/** Version of `judge-harness` and its comparison. */
const harnessRules = 1;
/** Version of `judge-patch` and of the official rules and parsers. */
const patchRules = 2;

/**
 * Everything that a result depends on. `alone` changes only how certain the result is.
 * @param fingerprint of the sandbox: backend, place, guest and cells
 */
export function checkKey(check: Check, fingerprint: string): string {
  return sha256Of(canonicalJson({ fingerprint, ...identityOf(check) }));
}

export function fingerprintFor(
  { kind }: Pick<Check, 'kind'>,
  { fingerprint, harnessFingerprint }: Pick<Sandbox, 'fingerprint' | 'harnessFingerprint'>,
): string {
  return kind === 'harness' || kind === 'patch' ? (harnessFingerprint ?? fingerprint) : fingerprint;
}

function identityOf(check: Check): Readonly<Record<string, JsonValue>> {
  switch (check.kind) {
    // No kind is included, so that results from before there were other kinds still count.
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
    case 'patch': {
      const { kind, judged, task } = check;
      const { source, patch, tests, runner, limits, seed } = task;
      const how = { source: asJson(source), tests: asJson(tests), runner: asJson(runner) };
      return { ...{ kind, patch, limits, seed, patchRules }, ...how, judged: asJson(judged) };
    }
    default:
      return assertNever(check);
  }
}

/** The key of a check for one batch alone. */
export function scopedKey(scope: string, key: string): string {
  return sha256Of(canonicalJson({ scope, key }));
}

/** Bytes and text are different sources even with the same content, because only bytes can declare their encoding. */
function sourceOf(program: ProgramSource): JsonValue {
  return typeof program === 'string' ? program : { bytes: sha256Of(program) };
}
