import { EspalierError, exitCodes } from '../../core/errors/errors';
import type { ExitCode } from '../../core/errors/errors';
import type { Output } from './output';

/** Says what failed and what to do, on stderr (and with `--json` as the document), and tells the exit code. */
export function reportError(error: unknown, output: Output): ExitCode {
  output.progressEnd(null);
  const known = error instanceof EspalierError;
  const message = error instanceof Error ? error.message : String(error);
  output.note(`espalier: ${message}`);
  if (known) output.note(`  ${error.remedy}`);
  else if (error instanceof Error && error.stack !== undefined) {
    output.note(`  This is a fault of espalier itself:\n${error.stack}`);
  }
  output.result(
    known
      ? { error: { code: error.code, message, remedy: error.remedy } }
      : { error: { code: 'INTERNAL', message } },
  );
  return known ? error.exitCode : exitCodes.notReady;
}
