import type { Instance } from '../../schemas/environment-instance';

/**
 * How much a docstring says: the share, 0 to 1, of programs written from it alone that do what the function does in the harness.
 * null: nobody wrote any.
 */
export function sufficiency({ written }: Instance['docstring']): number | null {
  return written === undefined ? null : written.accepted / written.samples;
}
