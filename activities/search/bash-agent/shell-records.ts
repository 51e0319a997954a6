import { z } from 'zod';

import { endedWords, outputWords, submits } from '../../../core/agents/shell/output-words';
import { usualShellLimits } from '../../../core/agents/shell/shell-limits';
import type { ShellOutput, ShellRun } from '../../../core/adapters/shell';
import type { ShellSoFar } from '../../../core/ports/search';
import type { ShellTrajectory } from '../../../core/schemas/shell-trajectory';
import type { ShellEnd, ShellStep } from '../../../core/search/bash-agent/trajectory';
import { NoRepositoryCellsError } from '../../../core/tasks/run-check';
import type { PatchProblem } from '../../../core/tasks/patch/patch';
import { asJson, canonicalJson } from '../../../core/values/canonical-json';
import { sha256Of } from '../../sha256-of';
import { TextStore } from '../../work/text-store';
import type { ActivityDependencies } from '../../dependencies';

/** What a command came to, as the store keeps it. Texts are in the store under these hashes. */
const CommandRecord = z.object({
  told: z.string(),
  submitted: z.boolean(),
  exit: z.int().nullable(),
  /** Of its output alone. null: it ended its box. */
  output: z.string().nullable(),
  /** It changed files, so that it is run again before each later command. */
  changed: z.boolean(),
  /** Changes of the tree after it. null: none, or too large. */
  patch: z.string().nullable(),
});
type CommandRecord = z.infer<typeof CommandRecord>;

/** The commands of a trajectory in order, each with its record. null: the store has none, as of a command that never ended. */
interface RanCommand {
  readonly command: string;
  readonly record: CommandRecord | null;
}

/**
 * Runs the commands of trajectories. No box lives between two of them: each is run in a fresh box, after the earlier commands
 * that changed files. What a command came to is stored before anybody sees it, so a retry reads it back.
 */
export class ShellRecords {
  private readonly texts: TextStore;

  constructor(private readonly dependencies: Pick<ActivityDependencies, 'store' | 'sandbox'>) {
    this.texts = new TextStore(dependencies.store.blobs);
  }

  /** @throws NoRepositoryCellsError, what its cells throw */
  async run(
    problem: PatchProblem,
    soFar: ShellSoFar,
    signal: AbortSignal,
  ): Promise<Pick<CommandRecord, 'told' | 'submitted'>> {
    const { environments } = this.dependencies.store;
    const ran = await this.ranCommands(soFar);
    const last = ran.at(-1);
    if (last === undefined) throw new RangeError('there is no command to run');
    if (last.record !== null) return wordsOf(last.record);
    const again = ran.slice(0, -1).filter(({ record }) => record?.changed !== false);
    const record = await this.ranNow(problem, soFar, { again, command: last.command, signal });
    const key = keyOf(soFar, soFar.steps.length);
    await environments.saveStep(key, record);
    return wordsOf(CommandRecord.safeParse(await environments.findStep(key)).data ?? record);
  }

  /** Writes the steps down. The patch is that after the last command that has a record. */
  async end(
    soFar: ShellSoFar,
    { end, tokens }: { readonly end: ShellEnd; readonly tokens: number },
  ): Promise<{ readonly program: string | null; readonly trajectory: string }> {
    const records = await Promise.all(soFar.steps.map((_, at) => this.recordAt(soFar, at + 1)));
    const steps = await Promise.all(
      soFar.steps.map(async ({ reply, command, told }, at) => ({
        reply: await this.texts.read(reply),
        command: command === null ? null : await this.texts.read(command),
        exit: records[at]?.exit ?? null,
        told: told === null ? null : await this.texts.read(told),
      })),
    );
    const trajectory: ShellTrajectory = { end, tokens, steps };
    // A command that ended its box changed nothing.
    const last = records.findLast((record) => record != null && record.output !== null);
    return {
      program: last?.patch ?? null,
      trajectory: await this.dependencies.store.blobs.put(canonicalJson(asJson(trajectory))),
    };
  }

  private async ranNow(
    problem: PatchProblem,
    { expansion }: ShellSoFar,
    {
      again,
      command,
      signal,
    }: {
      readonly again: readonly RanCommand[];
      readonly command: string;
      readonly signal: AbortSignal;
    },
  ): Promise<CommandRecord> {
    const seconds = (expansion.shell ?? usualShellLimits).commandSeconds;
    const { shell } = await this.dependencies.sandbox();
    if (shell === undefined) throw new NoRepositoryCellsError(problem.source.repository);
    const commands = [...again.map((one) => one.command), command];
    const run = await shell({ source: problem.source, commands, seconds }, { signal });
    const output = run.kind === 'ran' ? run.outputs.at(-1) : undefined;
    if (run.kind === 'ended' || output === undefined) {
      const how = run.kind === 'ended' ? run.how : 'no answer';
      const told = (await this.texts.keep(endedWords(how))).sha256;
      return { told, submitted: false, exit: null, output: null, changed: false, patch: null };
    }
    const differing = again.flatMap(({ command: earlier, record }, at) =>
      record === null || record.output === outputHash(run.outputs[at]) ? [] : [earlier],
    );
    return {
      told: (await this.texts.keep(outputWords(output, { seconds, differing }))).sha256,
      submitted: submits(output),
      exit: output.exit,
      output: outputHash(output),
      changed: output.changed,
      patch: await this.keptPatch(run),
    };
  }

  private async keptPatch({ patch }: Extract<ShellRun, { kind: 'ran' }>): Promise<string | null> {
    return patch === null || patch === '' ? null : this.dependencies.store.blobs.put(patch);
  }

  private async ranCommands(soFar: ShellSoFar): Promise<readonly RanCommand[]> {
    const ran = await Promise.all(
      soFar.steps.map(async ({ command }, at) =>
        command === null
          ? []
          : [
              {
                command: await this.texts.read(command),
                record: await this.recordAt(soFar, at + 1),
              },
            ],
      ),
    );
    return ran.flat();
  }

  /** @param count of steps, the last of which is the one in question */
  private async recordAt(soFar: ShellSoFar, count: number): Promise<CommandRecord | null> {
    const found = await this.dependencies.store.environments.findStep(keyOf(soFar, count));
    return CommandRecord.safeParse(found).data ?? null;
  }
}

/** All commands up to this one decide what it comes to. Boxes are not shared between attempts. */
function keyOf({ attempt, expansion, steps }: ShellSoFar, count: number): string {
  const { run, problem, sample } = attempt;
  const commands = steps.slice(0, count).map(({ command }: ShellStep) => command);
  const asked = { job: 'shell_steps', run, problem, sample, node: expansion.node, commands };
  return sha256Of(canonicalJson(asJson(asked)));
}

function wordsOf({ told, submitted }: CommandRecord): Pick<CommandRecord, 'told' | 'submitted'> {
  return { told, submitted };
}

/** Addresses and durations differ each time. */
function outputHash(output: ShellOutput | undefined): string | null {
  if (output === undefined) return null;
  const { exit, head, tail, elided } = output;
  const text = `${head}\0${tail}`.replace(/0x[0-9a-f]+/gi, '0x').replace(/\d+\.\d+ ?m?s\b/g, 's');
  return sha256Of(JSON.stringify([exit, text, elided]));
}
