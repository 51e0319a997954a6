import { createHash } from 'node:crypto';

import { asJson, canonicalJson } from '../../../core/values/canonical-json';

/** Raise this number when these steps decide differently on equal records. */
const rules = 1;

export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The key of a result: the step, and everything that it depends on. */
export function stepKey(step: string, depends: unknown): string {
  return sha256Of(canonicalJson(asJson({ rules, step, depends })));
}
