import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import type { CheckTask, Sandbox, ScriptTask } from '../core/adapters/sandbox';
import {
  BoxLimits,
  ScriptEnd,
  assuranceLevels,
  verdictKinds,
  type CapturedOutput,
  type ScriptResult,
} from '../core/schemas/verdict';
import { TestBrokenError } from './errors';
import { pythonFolder } from './guest/bundle';

const Expectation = z.strictObject({
  kind: z.enum(verdictKinds),
  actual: z.string().optional(),
  error: z.string().optional(),
  detail: z.string().optional(),
  timeSensitive: z.boolean().optional(),
});

const OutputExpectation = z.strictObject({
  text: z.string().optional(),
  bytes: z.int().optional(),
  truncated: z.boolean().optional(),
});

const ScriptExpectation = z.strictObject({
  end: ScriptEnd,
  stdout: OutputExpectation.optional(),
  stderr: OutputExpectation.optional(),
  detail: z.string().optional(),
  timeSensitive: z.boolean().optional(),
});

const shared = {
  name: z.string(),
  /** File beside the cases. */
  program: z.string(),
  limits: BoxLimits.partial().optional(),
};

const checked = {
  ...shared,
  setup: z.string().default(''),
  entryPoint: z.string().default('add'),
  assurance: z.enum(assuranceLevels).default('data'),
  tests: z.array(z.string()),
};

/** Tests of a program's function; what is expected, per test. */
const CheckCase = z.strictObject({ ...checked, expect: z.array(Expectation) });
type CheckCase = z.infer<typeof CheckCase>;

/** Tests of which one cannot be compiled. `test`: which, from 1; `why`: how Python's reason begins. */
const BrokenCase = z.strictObject({
  ...checked,
  expectBroken: z.strictObject({ test: z.int().positive(), why: z.string() }),
});
type BrokenCase = z.infer<typeof BrokenCase>;

/** A program run as `__main__`. `input`: what it reads, `times` over. */
const ScriptCase = z.strictObject({
  ...shared,
  input: z.string().default(''),
  times: z.int().positive().default(1),
  expectScript: ScriptExpectation,
});
type ScriptCase = z.infer<typeof ScriptCase>;

const Case = z.union([CheckCase, BrokenCase, ScriptCase]);
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

type Parts = Readonly<Record<string, unknown>>;

/** The parts of `got` that are not as wanted; parts that nobody wants anything of do not count. */
function differences(where: string, wanted: Parts, got: Parts): readonly string[] {
  return Object.entries(wanted).flatMap(([name, value]) => {
    const found = JSON.stringify(got[name]) ?? 'absent';
    const expected = JSON.stringify(value);
    return found === expected ? [] : [`${where}${name} is ${found}, not ${expected}`];
  });
}

function programOf({ program, limits: own }: Case, folder: string) {
  const text = readFileSync(join(folder, program), 'utf8');
  return { program: text, limits: BoxLimits.parse({ ...limits, ...own }), seed: 7 };
}

function taskOfCase(one: CheckCase | BrokenCase, folder: string): CheckTask {
  const { entryPoint, tests, assurance, setup: trustedSetup } = one;
  return { ...programOf(one, folder), trustedSetup, entryPoint, tests, assurance };
}

async function tryCheck(
  sandbox: Sandbox,
  one: CheckCase,
  folder: string,
): Promise<readonly string[]> {
  const { assurance, expect } = one;
  const { outcomes } = await sandbox.check(taskOfCase(one, folder));
  if (outcomes.length !== expect.length) {
    return [`${outcomes.length} outcomes instead of ${expect.length}`];
  }
  return outcomes.flatMap((outcome, index) =>
    differences(`test ${index}: `, { ...expect[index], assurance }, { ...outcome }),
  );
}

async function tryBroken(
  sandbox: Sandbox,
  one: BrokenCase,
  folder: string,
): Promise<readonly string[]> {
  const { test, why } = one.expectBroken;
  try {
    const { outcomes } = await sandbox.check(taskOfCase(one, folder));
    return [`judged by a test that does not compile: ${JSON.stringify(outcomes)}`];
  } catch (error) {
    if (!(error instanceof TestBrokenError)) throw error;
    const begins = error.why.slice(0, why.length);
    return differences('', { test, why }, { test: error.test, why: begins });
  }
}

async function tryScript(
  sandbox: Sandbox,
  one: ScriptCase,
  folder: string,
): Promise<readonly string[]> {
  const stdin = one.input.repeat(one.times);
  const task: ScriptTask = { ...programOf(one, folder), stdin };
  const { stdout, stderr, ...rest }: ScriptResult = await sandbox.run(task);
  const { stdout: wantedOut, stderr: wantedErr, ...wanted } = one.expectScript;
  const output = (name: string, want: Parts | undefined, got: CapturedOutput): readonly string[] =>
    want === undefined ? [] : differences(`${name}.`, want, { ...got });
  return [
    ...differences('', wanted, rest),
    ...output('stdout', wantedOut, stdout),
    ...output('stderr', wantedErr, stderr),
  ];
}

function tryCase(sandbox: Sandbox, one: Case, folder: string): Promise<readonly string[]> {
  if ('expectScript' in one) return tryScript(sandbox, one, folder);
  if ('expectBroken' in one) return tryBroken(sandbox, one, folder);
  return tryCheck(sandbox, one, folder);
}

async function runCase(sandbox: Sandbox, one: Case, folder: string): Promise<ConformanceResult> {
  const { name } = one;
  try {
    const found = await tryCase(sandbox, one, folder);
    return found.length === 0
      ? { name, ok: true, detail: 'as expected' }
      : { name, ok: false, detail: found.join('; ') };
  } catch (error) {
    return { name, ok: false, detail: String(error) };
  }
}

/**
 * What every sandbox has to do, tried on this one: verdicts, scripts, limits, isolation, cleanliness between programs. No
 * test framework, so that a user's machine can be asked too. Takes some seconds; never throws for a failing case.
 */
export async function sandboxConformance(sandbox: Sandbox): Promise<readonly ConformanceResult[]> {
  const folder = join(pythonFolder(), 'conformance');
  const cases = z.array(Case).parse(JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8')));
  const results: ConformanceResult[] = [];
  for (const one of cases) results.push(await runCase(sandbox, one, folder));
  return results;
}
