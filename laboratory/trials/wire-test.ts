import { z } from 'zod';

import { EspalierError, exitCodes } from '../../core/errors/errors';
import type { Sandbox } from '../../core/adapters/sandbox';
import { loadGuestBundle } from '../../sandbox/guest/bundle';
import type { BoxLimits } from '../../core/schemas/verdict';
import { trialText } from './text-programs';

const Report = z.object({
  /** Listed ones, of every type there is. */
  values: z.int().positive(),
  trees: z.int(),
  faults: z.array(z.string()),
});
export type WireReport = z.infer<typeof Report>;

const limits: BoxLimits = {
  cpuMs: 300_000,
  wallMs: 600_000,
  memoryMb: 1_024,
  processes: 32,
  outputBytes: 16 * 1024 * 1024,
  diskMb: 32,
};

/** All types, random trees; by the sandbox's Python. @throws EspalierError (`WIRE_TEST_BROKEN`) when no report came */
export async function runWireTest(
  sandbox: Sandbox,
  { trees, seed }: { readonly trees: number; readonly seed: number },
): Promise<WireReport> {
  const { end, stdout, stderr } = await sandbox.run({
    program: trialText('wire_check.py'),
    stdin: JSON.stringify({ sources: loadGuestBundle().sources, trees, seed }),
    limits,
    seed,
  });
  const line = stdout.text.trim().split('\n').at(-1) ?? '';
  try {
    return Report.parse(JSON.parse(line));
  } catch (cause) {
    const words = `${stderr.text.trim().slice(-400)} ${stdout.text.slice(-100)}`.trim();
    throw new EspalierError(`the wire's own check ended ${end.kind} without a report: ${words}`, {
      code: 'WIRE_TEST_BROKEN',
      remedy: 'Run: espalier sandbox conformance',
      exitCode: exitCodes.failures,
      cause,
    });
  }
}
