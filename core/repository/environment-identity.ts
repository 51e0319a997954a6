import { canonicalJson } from '../values/canonical-json';
import type { EnvironmentRecord } from '../schemas/environment';

/** The text whose sha256 identifies an environment: cell contents and interpreter. Equal files are the same environment. */
export function environmentIdentity({
  archives,
  python,
  image,
}: Pick<EnvironmentRecord, 'archives' | 'python' | 'image'>): string {
  const inImage = image === undefined ? {} : { image: image.id, program: image.interpreter };
  return canonicalJson({ ...archives, python, ...inImage });
}
