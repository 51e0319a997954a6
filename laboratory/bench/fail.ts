import { EspalierError, exitCodes } from '../../core/errors/errors';

/** Exits by itself: after a failure connections and workers may still be open. */
export function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error));
  if (!(error instanceof EspalierError)) process.exit(exitCodes.notReady);
  console.error(error.remedy);
  process.exit(error.exitCode);
}
