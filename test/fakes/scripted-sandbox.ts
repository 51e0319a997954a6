import type { CheckTask, Sandbox } from '../../core/adapters/sandbox';
import type { Assurance, TestOutcome, VerdictKind } from '../../core/schemas/verdict';
import { provenanceOf } from './answering-sandbox';
import { ScriptEndedError } from './scripted-model';

const kinds: Readonly<Record<string, VerdictKind>> = {
  p: 'passed',
  f: 'failed',
  r: 'raised',
  t: 'timed-out',
};

/**
 * What becomes of a program, a letter a test: `f(1)`, `f(2)`, then after a slash the hidden `f(3)`; p passed,
 * f failed, r raised, t timed out. `pf/f` passes the first visible test only.
 */
export type ScriptedVerdicts = Readonly<Record<string, string>>;

export interface ScriptedSandbox extends Sandbox {
  /** Name of the program of each check, in order. */
  readonly checks: readonly string[];
  readonly surprises: readonly string[];
}

export interface ScriptedSandboxOptions {
  /** May wait or fail, once per check, before its outcomes are told. */
  readonly before?: (program: string, signal: AbortSignal) => Promise<void>;
}

/** Runs nothing: knows programs by the name they return and tells what the test says becomes of them. */
export function createScriptedSandbox(
  verdicts: ScriptedVerdicts,
  { before = async () => undefined }: ScriptedSandboxOptions = {},
): ScriptedSandbox {
  const checks: string[] = [];
  const surprises: string[] = [];

  function lettersOf(name: string): string {
    const letters = verdicts[name]?.replace('/', '');
    if (letters !== undefined) return letters;
    surprises.push(`program ${name}`);
    throw new ScriptEndedError(`program ${name}`);
  }

  return {
    checks,
    surprises,
    fingerprint: 'scripted',
    check: async (task, options) => {
      const name = nameOf(task);
      checks.push(name);
      const letters = lettersOf(name);
      await before(name, options?.signal ?? new AbortController().signal);
      const { assurance = 'data' } = task;
      return {
        outcomes: task.tests.map((test) => outcomeOf(test, letters, assurance)),
        provenance: {
          ...provenanceOf(task),
          provider: 'in-process',
          guestHash: 'scripted',
        },
      };
    },
    run: async () => {
      throw new ScriptEndedError('a program run as a script');
    },
    close: async () => undefined,
  };
}

function nameOf({ program }: CheckTask): string {
  const text = typeof program === 'string' ? program : Buffer.from(program).toString();
  return /return '([\w-]+)'\s*$/.exec(text)?.[1] ?? `without a name: ${text.slice(-80)}`;
}

function outcomeOf(test: string, letters: string, assurance: Assurance): TestOutcome {
  const place = Number(/f\((\d)\)/.exec(test)?.[1] ?? 0);
  const kind = kinds[letters[place - 1] ?? ''];
  if (kind === undefined) throw new ScriptEndedError(`test ${test} of a program ${letters}`);
  return {
    kind,
    assurance,
    ...(kind === 'failed' ? { actual: "'something else'" } : {}),
    ...(kind === 'raised' ? { error: 'ValueError: no' } : {}),
    cpuMs: 1,
    timeSensitive: kind === 'timed-out',
  };
}
