import { EspalierError } from '../core/errors/errors';

/** A finding of `doctor` about one thing. */
export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly remedy?: string;
  /** Nothing runs without it. */
  readonly needed: boolean;
}

/** Error that happened during the look. */
export function troubleOf(
  error: unknown,
): Pick<Finding, 'ok' | 'detail'> & { readonly remedy: string } {
  const detail = error instanceof Error ? error.message : String(error);
  const remedy =
    error instanceof EspalierError ? error.remedy : 'This is a fault of espalier itself';
  return { ok: false, detail, remedy };
}
