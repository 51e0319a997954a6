import { asJson, canonicalJson } from '../../../core/values/canonical-json';
import { sha256Of } from '../../sha256-of';

/** Raise this number when these steps decide differently on equal records. */
const rules = 1;

export function stepKey(step: string, depends: unknown): string {
  return sha256Of(canonicalJson(asJson({ rules, step, depends })));
}
