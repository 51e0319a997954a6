import type { ProfileSettings, ToolVerdict } from '../../../core/grading/profiles/profile';
import { gradingProfile } from '../../../core/grading/profiles/profiles';
import type { GradingProfileName } from '../../../core/names/grading-profiles';
import type { Sandbox } from '../../../core/adapters/sandbox';
import type { FunctionCheck } from '../../../core/grading/check';
import type { Check } from '../../../core/grading/check';
import { runCheck } from '../../../core/tasks/run-check';
import type { Assurance } from '../../../core/schemas/verdict';
import { openSandbox } from '../../../sandbox';

/** Roomy: under a profile the tool's own limits decide. */
export const limits = {
  cpuMs: 10_000,
  wallMs: 50_000,
  memoryMb: 1_024,
  processes: 32,
  outputBytes: 16 << 20,
  diskMb: 32,
};

/** A sandbox for the tests of one file. `root`: a folder with another Python than the machine's. */
export function useSandbox(root?: string): () => Sandbox {
  let sandbox: Sandbox | null = null;
  beforeAll(async () => {
    const stateLabel = `espalier-grading-${process.pid}`;
    sandbox = await openSandbox({ backend: 'bubblewrap', root, stateLabel, slots: 1 });
  }, 60_000);
  afterAll(() => sandbox?.close());
  return () => {
    if (sandbox === null) throw new Error('there is no sandbox yet');
    return sandbox;
  };
}

/** What a tool says of a program, by our profile of it. */
export async function verdictOf(
  sandbox: Sandbox,
  check: Check,
  graded: { readonly profile: GradingProfileName; readonly settings: ProfileSettings },
): Promise<ToolVerdict> {
  const profile = gradingProfile(graded.profile);
  const { outcomes } = await runCheck(sandbox, profile.applied(check, graded.settings));
  return profile.verdict(outcomes);
}

/** A hidden check of a function, as its kind of task makes it. */
export function functionCheck(
  program: string,
  test: string,
  more: {
    readonly entryPoint?: string;
    readonly setup?: string;
    readonly assurance?: Assurance;
    readonly plus?: string;
  } = {},
): FunctionCheck {
  const { entryPoint = 'f', setup = '', assurance = 'data', plus } = more;
  const tests = plus === undefined ? [test] : [test, plus];
  return {
    kind: 'function',
    task: { program, trustedSetup: setup, entryPoint, tests, limits, seed: 0, assurance },
  };
}
