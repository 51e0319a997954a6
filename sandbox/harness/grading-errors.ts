import { EspalierError } from '../../core/errors/errors';

/** A copy of the body that a candidate is to write is in the environment, where nothing can take it out: nobody is graded there. */
export class CopiedBodyError extends EspalierError {
  constructor(
    readonly target: string,
    readonly copies: readonly { readonly path: string; readonly why: string }[],
  ) {
    const shown = copies.slice(0, 5).map(({ path, why }) => `${path} (${why})`);
    super(`a candidate for ${target} could read the original: ${shown.join(', ')}`, {
      code: 'BODY_COPIED',
      remedy: 'Leave this function out: its harness is rejected as `leak`',
      fate: 'terminal',
    });
  }
}

/** The store has no such environment: an export was not imported, or another state folder has it. */
export class EnvironmentMissingError extends EspalierError {
  constructor(readonly environment: string) {
    super(`there is no environment ${environment.slice(0, 12)} in this state folder`, {
      code: 'ENVIRONMENT_MISSING',
      remedy:
        'Build it (espalier env build), or import it with its instances (espalier env import)',
      fate: 'pauses-run',
    });
  }
}
