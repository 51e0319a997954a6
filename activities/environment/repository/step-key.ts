import { createHash } from 'node:crypto';

import { asJson, canonicalJson } from '../../../core/values/canonical-json';

/** To be raised when what these steps decide of equal records changes. */
const rules = 1;

export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** What a result is known by: the step, and all that it depends on. */
export function stepKey(step: string, depends: unknown): string {
  return sha256Of(canonicalJson(asJson({ rules, step, depends })));
}
