import { createHash } from 'node:crypto';

import { canonicalJson } from '../../core/canonical-json';
import type { JsonValue } from '../../core/canonical-json';
import type { CheckTask, ProgramSource } from '../../core/ports/sandbox';

/**
 * What a check is known by: everything its result depends on. `alone` is not in it, since it changes only how sure
 * the result is.
 * @param fingerprint the sandbox's: backend, place, guest, and what its cells are
 */
export function checkKey(task: CheckTask, fingerprint: string): string {
  const { program, trustedSetup, entryPoint, tests, limits, seed, assurance = 'split' } = task;
  return sha256(
    canonicalJson({
      fingerprint,
      program: sourceOf(program),
      trustedSetup,
      entryPoint,
      tests,
      limits,
      seed,
      assurance,
    }),
  );
}

/** The same check, as one batch alone may remember it. */
export function scopedKey(scope: string, key: string): string {
  return sha256(canonicalJson({ scope, key }));
}

/** Bytes and a text are different sources even where they say the same: only bytes can name their encoding. */
function sourceOf(program: ProgramSource): JsonValue {
  return typeof program === 'string' ? program : { bytes: sha256(program) };
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
