import { plainText } from '../agents/plain-text';
import { EspalierError, exitCodes } from '../errors';
import { cutMiddle } from '../grading/cut-middle';
import { fitError } from '../grading/fit-words';
import { hiddenLimit } from '../grading/hidden-limit';
import type { Sandbox, SandboxRunOptions } from '../ports/sandbox';
import type { ScriptEnd, ScriptResult, TestOutcome } from '../schemas/verdict';

/** A data set's own checker did not say whether an output is right: the program has no verdict by it. */
export class CheckerBrokenError extends EspalierError {
  constructor(readonly end: ScriptEnd) {
    const how = end.kind === 'exited' ? `exited with ${String(end.code)}` : `was ${end.kind}`;
    super(`the data set's checker ${how}, and says neither right (0) nor wrong (1)`, {
      code: 'CHECKER_BROKEN',
      remedy: 'Mend the checker, or leave the problem out',
      exitCode: exitCodes.usage,
    });
  }
}

/** An output, and who is to say whether it is right. */
export interface CustomQuestion {
  /** Python of the data set's. */
  readonly checker: string;
  readonly input: string;
  readonly expected: string;
  readonly result: ScriptResult;
  /** So far: it ended well. */
  readonly judged: TestOutcome;
  readonly seed: number;
}

const maxActualChars = 1_000;
const usualWords = "The data set's checker does not accept the output.";

/**
 * Asks the checker in a box of its own, with nothing of the program but what it printed.
 * @throws CheckerBrokenError, and what the sandbox throws
 */
export async function askChecker(
  sandbox: Sandbox,
  { checker, input, expected, result, judged, seed }: CustomQuestion,
  options?: SandboxRunOptions,
): Promise<TestOutcome> {
  const output = result.stdout.text;
  const stdin = JSON.stringify({ input, output, expected });
  const { end, stdout } = await sandbox.run(
    { program: checker, stdin, limits: hiddenLimit(), seed },
    options,
  );
  if (end.kind === 'exited' && end.code === 0) return judged;
  if (end.kind !== 'exited' || end.code !== 1) throw new CheckerBrokenError(end);
  const said = plainText(stdout.text).trim();
  return {
    ...judged,
    kind: 'failed',
    actual: cutMiddle(plainText(output), maxActualChars),
    error: said === '' ? usualWords : fitError(cutMiddle(said, maxActualChars / 2)),
  };
}
