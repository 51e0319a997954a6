import { z } from 'zod';

import { EspalierError, exitCodes } from '../../../core/errors/errors';
import type { Sandbox } from '../../../core/adapters/sandbox';
import { roomyLimits, trialText } from '../text-programs';

const Mutants = z.array(z.string());

/** Programs that differ from `program` in one place each, at most `count`; made in a box, by its Python. */
export async function mutantsOf(
  sandbox: Sandbox,
  program: string,
  count: number,
): Promise<readonly string[]> {
  if (count === 0) return [];
  const { end, stdout, stderr } = await sandbox.run({
    program: trialText('mutate.py'),
    stdin: JSON.stringify({ program, count }),
    limits: roomyLimits,
    seed: 0,
  });
  if (end.kind === 'exited' && end.code === 0 && !stdout.truncated) {
    return Mutants.parse(JSON.parse(stdout.text));
  }
  throw new EspalierError(`a program could not be changed: ${stderr.text.slice(-300)}`, {
    code: 'MUTATION_FAILED',
    remedy: 'Leave mutants out with --mutants 0',
    exitCode: exitCodes.failures,
  });
}
