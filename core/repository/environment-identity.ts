import { canonicalJson } from '../values/canonical-json';
import type { EnvironmentRecord } from '../schemas/environment';

/** The text whose sha256 identifies an environment: cell contents and interpreter. Equal files are the same environment. */
export function environmentIdentity({
  archives,
  python,
}: Pick<EnvironmentRecord, 'archives' | 'python'>): string {
  return canonicalJson({ ...archives, python });
}
