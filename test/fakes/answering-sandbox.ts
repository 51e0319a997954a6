import type { CheckTask, Sandbox, ScriptTask } from '../../core/adapters/sandbox';
import type {
  CapturedOutput,
  Provenance,
  ScriptResult,
  TestOutcome,
  VerdictKind,
} from '../../core/schemas/verdict';

/** Where a verdict on a task is from, in tests to which that does not matter. */
export function provenanceOf({
  seed,
  limits,
  assurance = 'data',
}: Pick<CheckTask, 'seed' | 'limits' | 'assurance'>): Provenance {
  return { provider: 'bubblewrap', assurance, guestHash: 'h', python: '3.11.2', seed, limits };
}

/** All of what a program printed. */
export function printed(text: string): CapturedOutput {
  return { text, bytes: Buffer.byteLength(text), truncated: false };
}

/** A script that printed nothing and ended well, but for what is told otherwise. */
export function scriptResult(
  task: Pick<ScriptTask, 'seed' | 'limits'>,
  ended: Partial<ScriptResult> = {},
): ScriptResult {
  return {
    end: { kind: 'exited', code: 0 },
    stdout: printed(''),
    stderr: printed(''),
    cpuMs: 1,
    wallMs: 1,
    timeSensitive: false,
    provenance: provenanceOf(task),
    ...ended,
  };
}

type AnsweredTest = Pick<TestOutcome, 'kind'> & Partial<TestOutcome>;

export interface Answers {
  /** Kinds of one check, or what else is told of them, a test each; may throw. */
  readonly check?: (task: CheckTask) => readonly (VerdictKind | AnsweredTest)[];
  readonly run?: (task: ScriptTask) => Partial<ScriptResult>;
}

/** Runs nothing: answers as it is told, remembers what it was asked, and refuses what nobody answers. */
export function answeringSandbox({ check, run }: Answers): Sandbox & {
  readonly asked: CheckTask[];
  readonly options: unknown[];
} {
  const asked: CheckTask[] = [];
  const options: unknown[] = [];
  return {
    asked,
    options,
    fingerprint: 'answering',
    close: async () => undefined,
    check: async (task, more) => {
      if (check === undefined) throw new Error('no check is expected');
      asked.push(task);
      options.push(more);
      const { assurance = 'data' } = task;
      const outcomes = check(task).map((answer): TestOutcome => {
        const told = typeof answer === 'string' ? { kind: answer } : answer;
        return { assurance, cpuMs: 1, timeSensitive: told.kind === 'timed-out', ...told };
      });
      return { outcomes, provenance: provenanceOf(task) };
    },
    run: async (task) => {
      if (run === undefined) throw new Error('no script is expected');
      return scriptResult(task, run(task));
    },
  };
}
