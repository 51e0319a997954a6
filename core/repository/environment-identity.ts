import { canonicalJson } from '../values/canonical-json';
import type { EnvironmentRecord } from '../schemas/environment';

/**
 * The text whose sha256 an environment is known by: what cells unpack, and what runs it. Built twice from the same files it
 * is the same environment, whichever run or repository it was for.
 */
export function environmentIdentity({
  archives,
  python,
}: Pick<EnvironmentRecord, 'archives' | 'python'>): string {
  return canonicalJson({ ...archives, python });
}
