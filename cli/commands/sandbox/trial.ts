import { availableParallelism } from 'node:os';

import type { Command } from 'commander';

import { sandboxOptions } from '../../../config/sandbox-options';
import type { SandboxSettings } from '../../../config/sandbox-options';
import type { Sandbox } from '../../../core/ports/sandbox';
import { sandboxBackends, type SandboxBackend } from '../../../core/sandbox-backends';
import type { CellSandbox } from '../../../sandbox';
import type { CellSearch } from '../../../trials';
import { choiceFlag } from '../../choice-flag';
import type { CommandContext } from '../../command-context';
import { parseNumber } from '../../parse-number';

export interface TrialFlags {
  readonly backend?: string;
}

const choices = ['auto', ...sandboxBackends] as const;

/** The flags of every command below `sandbox`. */
export function withTrialFlags(command: Command): Command {
  return command
    .option('--backend <name>', `${sandboxBackends.join(', ')} or auto (default: ESPALIER_SANDBOX)`)
    .option('--json', 'one document on stdout');
}

/** @throws UsageError for a backend there is none of */
export function trialSettings(
  { settings, folder }: CommandContext,
  { backend }: TrialFlags,
): SandboxSettings {
  const options = sandboxOptions(settings, folder);
  if (backend === undefined) return options;
  return { ...options, backend: choiceFlag('--backend', backend, choices) };
}

/** A sandbox that is open, and where its cells are. */
export interface Trial {
  readonly sandbox: CellSandbox;
  /** The same, for commands that want an answer and not the trouble: asks again in a fresh cell when one broke. */
  readonly retrying: Sandbox;
  /** With `auto`, what was chosen. */
  readonly backend: SandboxBackend;
  readonly search: CellSearch;
  readonly slots: number;
}

export interface TrialWish {
  readonly slots?: number | undefined;
  readonly programsPerCell?: number;
}

/** Opens the sandbox for the time of a body. Throws what opening a sandbox throws. */
export async function withTrial<T>(
  {
    context,
    flags,
    wish = {},
  }: { readonly context: CommandContext; readonly flags: TrialFlags; readonly wish?: TrialWish },
  body: (trial: Trial) => Promise<T>,
): Promise<T> {
  const options = trialSettings(context, flags);
  const { openSandbox, reapOrphans, withFreshCells } = await import('../../../sandbox/index.js');
  await reapOrphans(options);
  const slots = wish.slots ?? options.slots ?? availableParallelism();
  const opening = openSandbox({ ...options, ...wish, slots });
  const stopListening = closeWhenInterrupted(context, opening);
  try {
    const sandbox = await opening;
    const { backend } = sandbox;
    const { dockerHost } = options;
    try {
      const retrying = withFreshCells(sandbox);
      return await body({ sandbox, retrying, backend, search: { backend, dockerHost }, slots });
    } finally {
      await sandbox.close();
    }
  } finally {
    stopListening();
  }
}

/** As a shell says it of a command that a signal ended. */
const interruptions = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** Ends the cells, and then the command: what a cell was given on this machine is not left behind. */
function closeWhenInterrupted(
  { output }: CommandContext,
  opening: Promise<CellSandbox>,
): () => void {
  const listeners = Object.entries(interruptions).map(([signal, status]) => {
    const listener = (): void => {
      output.note(`stopped by ${signal}`);
      const over = opening.then(
        (sandbox) => sandbox.close(),
        () => undefined,
      );
      void over.finally(() => process.exit(status));
    };
    process.once(signal, listener);
    return [signal, listener] as const;
  });
  return () => {
    for (const [signal, listener] of listeners) process.off(signal, listener);
  };
}

/** A whole number of at least 1 from a flag. @throws UsageError */
export function wholeFlag(name: string, value: string | undefined, fallback: number): number {
  return parseNumber(name, value, { least: 1, whole: true }) ?? fallback;
}

/** `a,b,c` as a list, nothing empty in it. */
export function listFlag(value: string | undefined): readonly string[] {
  return (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A list of words out of a known set. @throws UsageError naming the word and the set. */
export function wordsFlag<Word extends string>(
  name: string,
  value: string,
  known: readonly Word[],
): readonly Word[] {
  const words = listFlag(value).map((part) => {
    const word = known.find((one) => one.toLowerCase() === part.toLowerCase());
    return word ?? choiceFlag(name, part, known);
  });
  return words.length > 0 ? words : [choiceFlag(name, value, known)];
}
