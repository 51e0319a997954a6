import { asJson, canonicalJson } from '../../../core/values/canonical-json';
import { sha256Of } from '../../sha256-of';

/** To be raised when what these steps decide of equal records changes. */
const rules = 1;

/** What a result is known by: the step, and all that it depends on. */
export function stepKey(step: string, depends: unknown): string {
  return sha256Of(canonicalJson(asJson({ rules, step, depends })));
}
