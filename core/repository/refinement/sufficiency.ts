import type { Instance } from '../../schemas/environment-instance';

/** The share (0 to 1) of programs written from the docstring alone that the harness accepts. null: no program was written. */
export function sufficiency({ written }: Instance['docstring']): number | null {
  return written === undefined ? null : written.accepted / written.samples;
}
