import { usualSessionLimits as limits } from '../../core/adapters/session';
import type { InterpreterSession, SessionHost } from '../../core/adapters/session';
import { staysInSession } from '../../core/code-feedback/executions';
import type { RecordedExecution } from '../../core/code-feedback/executions';
import { steadyEnd, steadyWords } from '../../core/code-feedback/steady-words';
import { testedText } from '../../core/code-feedback/tested-text';
import type { BlobStore } from '../../core/ports/records';
import type { SourceRow } from '../../core/schemas/source-row';

/** What an execution came to: how it ended, and the words that the next speaker read. */
export interface ExecutionOutcome {
  readonly end: string;
  readonly words: string;
}

export interface RepeatedExecution {
  readonly execution: RecordedExecution;
  readonly recorded: ExecutionOutcome;
  readonly now: ExecutionOutcome;
}

interface Place {
  readonly blobs: Pick<BlobStore, 'get'>;
  readonly host: SessionHost;
  readonly seed: number;
}

/**
 * Runs the executions of one row again: each program in a session after the programs that ran in it before, each test in a session of
 * its own. Nothing is stored. @throws what the sandbox throws when it breaks
 */
export async function repeatExecutions(
  place: Place,
  rows: readonly SourceRow[],
  executions: readonly RecordedExecution[],
): Promise<readonly RepeatedExecution[]> {
  const [row, ...partners] = rows;
  if (row === undefined) return [];
  const session = new RowSession(place);
  const repeated: RepeatedExecution[] = [];
  try {
    for (const execution of executions) {
      const code = await place.blobs.get(execution.program);
      const now =
        'before' in execution
          ? await session.run(execution.before, execution.program)
          : tested(await alone(place, testedText({ row, partners }, code, execution.of)));
      repeated.push({ execution, recorded: await recordedOutcome(place, execution), now });
    }
  } finally {
    await session.close();
  }
  return repeated;
}

/** The session of a row. It is begun again when its state is not what a program had before it. */
class RowSession {
  private session: InterpreterSession | null = null;
  private ran: readonly string[] = [];

  constructor(private readonly place: Place) {}

  async run(before: readonly string[], program: string): Promise<ExecutionOutcome> {
    const session = await this.after(before);
    const { end, outcome } = await runIn(session, await this.place.blobs.get(program));
    if (staysInSession(end)) this.ran = [...before, program];
    else await this.close();
    return outcome;
  }

  async close(): Promise<void> {
    const { session } = this;
    [this.session, this.ran] = [null, []];
    await session?.close();
  }

  private async after(before: readonly string[]): Promise<InterpreterSession> {
    if (this.session !== null && this.ran.join() === before.join()) return this.session;
    await this.close();
    this.session = await open(this.place);
    for (const program of before) {
      const { end } = await runIn(this.session, await this.place.blobs.get(program));
      if (end !== 'lost') continue;
      await this.close();
      this.session = await open(this.place);
    }
    return this.session;
  }
}

async function alone(place: Place, code: string): Promise<ExecutionOutcome> {
  const session = await open(place);
  try {
    return (await runIn(session, code)).outcome;
  } finally {
    await session.close();
  }
}

const open = ({ host, seed }: Place): Promise<InterpreterSession> => host.open({ limits, seed });

async function runIn(session: InterpreterSession, code: string) {
  const { end, cause, parts, artefacts } = await session.run(code);
  const told = {
    ...{ end, parts, blockMs: limits.blockMs, rebuilt: null },
    ...(cause !== undefined && { cause }),
    artefacts: artefacts.map(({ name, mime, content }) => ({
      ...{ name, mime, bytes: content.byteLength },
    })),
  };
  return { end, outcome: { end: steadyEnd(told), words: steadyWords(told) } };
}

const tested = ({ end, words }: ExecutionOutcome): ExecutionOutcome => ({
  end: end === 'finished' ? 'passed' : 'failed',
  words,
});

async function recordedOutcome(
  { blobs }: Place,
  { step }: RecordedExecution,
): Promise<ExecutionOutcome> {
  const end = step.kind === 'ran' ? step.end : step.passed ? 'passed' : 'failed';
  return { end, words: await blobs.get(step.words.sha256) };
}
