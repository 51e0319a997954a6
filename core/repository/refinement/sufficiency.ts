import type { Instance } from '../../schemas/environment-instance';

/**
 * Sufficiency of a docstring: the share (0 to 1) of programs written from it alone that the harness accepts. null: no
 * program was written.
 */
export function sufficiency({ written }: Instance['docstring']): number | null {
  return written === undefined ? null : written.accepted / written.samples;
}
