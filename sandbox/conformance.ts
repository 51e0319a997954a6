import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import type { CheckTask, Sandbox } from '../core/ports/sandbox';
import { BoxLimits, verdictKinds, type TestOutcome } from '../core/schemas/verdict';
import { pythonFolder } from './guest/bundle';

const Expectation = z.strictObject({
  kind: z.enum(verdictKinds),
  actual: z.string().optional(),
  error: z.string().optional(),
  timeSensitive: z.boolean().optional(),
});
type Expectation = z.infer<typeof Expectation>;

/** One case of `python/conformance/cases.json`. */
const Case = z.strictObject({
  /** The behaviour, as a sentence. */
  name: z.string(),
  /** File beside the cases. */
  program: z.string(),
  entryPoint: z.string().default('add'),
  tests: z.array(z.string()),
  limits: BoxLimits.partial().optional(),
  /** Per test. */
  expect: z.array(Expectation),
});
type Case = z.infer<typeof Case>;

export interface ConformanceResult {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

const limits: BoxLimits = {
  cpuMs: 2_000,
  wallMs: 10_000,
  memoryMb: 256,
  processes: 16,
  outputBytes: 65_536,
  diskMb: 8,
};

function differences(expected: readonly Expectation[], outcomes: readonly TestOutcome[]): string {
  const count = outcomes.length - expected.length;
  if (count !== 0) return `${outcomes.length} outcomes instead of ${expected.length}`;
  const parts = expected.flatMap((wanted, index) =>
    Object.entries(wanted).flatMap(([name, value]) => {
      const got = outcomes[index]?.[name as keyof TestOutcome];
      if (got === value) return [];
      return [`test ${index}: ${name} is ${JSON.stringify(got)}, not ${JSON.stringify(value)}`];
    }),
  );
  return parts.join('; ');
}

function taskOf(one: Case, folder: string): CheckTask {
  return {
    program: readFileSync(join(folder, one.program), 'utf8'),
    trustedSetup: '',
    entryPoint: one.entryPoint,
    tests: one.tests,
    limits: BoxLimits.parse({ ...limits, ...one.limits }),
    seed: 7,
  };
}

async function runCase(sandbox: Sandbox, one: Case, folder: string): Promise<ConformanceResult> {
  const { name } = one;
  try {
    const { outcomes } = await sandbox.check(taskOf(one, folder));
    const detail = differences(one.expect, outcomes);
    return { name, ok: detail === '', detail: detail === '' ? 'as expected' : detail };
  } catch (error) {
    return { name, ok: false, detail: String(error) };
  }
}

/**
 * What every sandbox has to do, tried on this one: verdicts, limits, isolation, cleanliness between tests. No test
 * framework, so that a user's machine can be asked too. Takes some seconds; never throws for a failing case.
 */
export async function sandboxConformance(sandbox: Sandbox): Promise<readonly ConformanceResult[]> {
  const folder = join(pythonFolder(), 'conformance');
  const cases = z.array(Case).parse(JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8')));
  const results: ConformanceResult[] = [];
  for (const one of cases) results.push(await runCase(sandbox, one, folder));
  return results;
}
