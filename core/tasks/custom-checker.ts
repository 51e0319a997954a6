import { plainText } from '../words/plain-text';
import { EspalierError, exitCodes } from '../errors/errors';
import { cutMiddle } from '../grading/cut-middle';
import { fitError } from '../grading/fit-words';
import { hiddenLimit } from '../grading/hidden-limit';
import type { Sandbox, SandboxRunOptions } from '../adapters/sandbox';
import type { ScriptEnd, ScriptResult, TestOutcome } from '../schemas/verdict';

/** A data set's own checker did not say whether an output is right: the program has no verdict by it. */
export class CheckerBrokenError extends EspalierError {
  constructor(readonly end: ScriptEnd) {
    const how = end.kind === 'exited' ? `exited with ${String(end.code)}` : `was ${end.kind}`;
    super(`the data set's checker ${how}, and says neither right (42) nor wrong (43)`, {
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

/** As output validators in the ICPC's problem package format end: an uncaught exception is neither. */
const ends = { right: 42, wrong: 43 } as const;

const maxActualChars = 1_000;
const usualWords = "The data set's checker does not accept the output.";
const brokeOnIt =
  "The data set's checker comes to no end on this output; on the expected one it does.";

/**
 * In a box of its own, with nothing of the program but what it printed. If it breaks, and takes the expected output, it broke
 * on the program's output, which is wrong. @throws CheckerBrokenError, and what the sandbox throws
 */
export async function askChecker(
  sandbox: Sandbox,
  { checker, input, expected, result, judged, seed }: CustomQuestion,
  options?: SandboxRunOptions,
): Promise<TestOutcome> {
  const ask = (output: string): Promise<ScriptResult> => {
    const stdin = JSON.stringify({ input, output, expected });
    return sandbox.run({ program: checker, stdin, limits: hiddenLimit(), seed }, options);
  };
  const output = result.stdout.text;
  const { end, stdout } = await ask(output);
  if (endsAs('right', end)) return judged;
  const isWrong = endsAs('wrong', end);
  if (!isWrong && !endsAs('right', (await ask(expected)).end)) throw new CheckerBrokenError(end);
  const said = isWrong ? plainText(stdout.text).trim() : brokeOnIt;
  return {
    ...judged,
    kind: 'failed',
    actual: cutMiddle(plainText(output), maxActualChars),
    error: said === '' ? usualWords : fitError(cutMiddle(said, maxActualChars / 2)),
  };
}

function endsAs(word: keyof typeof ends, end: ScriptEnd): boolean {
  return end.kind === 'exited' && end.code === ends[word];
}
