import type { z } from 'zod';

import { EspalierError, exitCodes } from '../core/errors/errors';

/** From its one argument (options as JSON) to its end. Its log gets what it says, and errors as a command says them. */
export function runDetached<Options>(
  schema: z.ZodType<Options>,
  body: (options: Options) => Promise<void>,
): void {
  const options = (): Options => schema.parse(JSON.parse(process.argv[2] ?? 'null'));
  void Promise.resolve()
    .then(() => body(options()))
    .then(
      () => process.exit(exitCodes.ok),
      (error: unknown) => {
        say(errorText(error));
        process.exit(error instanceof EspalierError ? error.exitCode : exitCodes.notReady);
      },
    );
}

/** A line in the log. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

function errorText(error: unknown): string {
  if (!(error instanceof Error)) return `espalier: ${String(error)}`;
  const remedy = error instanceof EspalierError ? error.remedy : (error.stack ?? '');
  return `espalier: ${error.message}\n  ${remedy}`;
}
