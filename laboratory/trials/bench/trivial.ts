import { performance } from 'node:perf_hooks';

import { EspalierError, exitCodes } from '../../../core/errors/errors';
import type { Sandbox } from '../../../core/adapters/sandbox';
import { atOnce } from '../../../core/values/at-once';
import { roomyLimits, trialText } from '../text-programs';
import { quantile } from './ratio-report';

/** What one small program may take, ms, at the median. */
export const trivialBarMs = 4;
const warmUps = 50;

export interface TrivialFigures {
  readonly programs: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly ok: boolean;
}

async function once(sandbox: Sandbox, program: string, index: number): Promise<number> {
  const from = performance.now();
  const { stdout, end } = await sandbox.run({
    program,
    stdin: `${index}\n`,
    limits: roomyLimits,
    seed: 0,
  });
  const ms = performance.now() - from;
  if (stdout.text === `${index + 1}\n`) return ms;
  throw new EspalierError(
    `a small program ended ${end.kind} and printed ${stdout.text.slice(0, 80)}`,
    {
      code: 'BENCH_WRONG',
      remedy: 'Run: espalier sandbox conformance',
      exitCode: exitCodes.failures,
    },
  );
}

/** A program that reads a number and prints the next one, over and over: what a box costs by itself. */
export async function runTrivial(
  sandbox: Sandbox,
  { workers, programs }: { readonly workers: number; readonly programs: number },
): Promise<TrivialFigures> {
  const program = trialText('programs/says_the_next.py');
  const numbers = Array.from({ length: programs }, (_, index) => index);
  await atOnce(numbers.slice(0, warmUps), workers, (index) => once(sandbox, program, index));
  const started = performance.now();
  const ms = await atOnce(numbers, workers, (index) => once(sandbox, program, index));
  const perSecond = (1000 * programs) / (performance.now() - started);
  const p50 = quantile(ms, 0.5);
  return { programs, perSecond, p50, p99: quantile(ms, 0.99), ok: p50 <= trivialBarMs };
}
