import { availableParallelism } from 'node:os';

import type { Command } from 'commander';

import { sandboxOptions } from '../config/sandbox-options';
import type { SandboxSettings } from '../config/sandbox-options';
import type { Sandbox } from '../core/adapters/sandbox';
import { sandboxBackends, type SandboxBackend } from '../core/names/sandbox-backends';
import type { CellSandbox } from '../sandbox';
import { choiceFlag } from './choice-flag';
import type { CommandContext } from './command-context';

export interface SandboxFlags {
  readonly backend?: string;
}

const choices = ['auto', ...sandboxBackends] as const;

/** The flags of every command that runs programs in a sandbox. */
export function withSandboxFlags(command: Command): Command {
  return command
    .option(
      '--backend <name>',
      `sandbox backend: ${sandboxBackends.join(', ')} or auto (default: ESPALIER_SANDBOX)`,
    )
    .option('--json', 'print one JSON document on stdout');
}

/** @throws UsageError for a backend there is none of */
export function sandboxSettings(
  { settings, folder }: CommandContext,
  { backend }: SandboxFlags,
): SandboxSettings {
  const options = sandboxOptions(settings, folder);
  if (backend === undefined) return options;
  return { ...options, backend: choiceFlag('--backend', backend, choices) };
}

export interface OpenedSandbox {
  readonly sandbox: CellSandbox;
  /** The same, for commands that want an answer and not the trouble: asks again in a fresh cell when one broke. */
  readonly retrying: Sandbox;
  /** With `auto`, what was chosen. */
  readonly backend: SandboxBackend;
  readonly slots: number;
}

export interface SandboxWish {
  readonly slots?: number | undefined;
  readonly programsPerCell?: number;
}

/** Opens the sandbox for the time of a body. Throws what opening a sandbox throws. */
export async function withSandbox<T>(
  {
    context,
    flags,
    wish = {},
  }: {
    readonly context: CommandContext;
    readonly flags: SandboxFlags;
    readonly wish?: SandboxWish;
  },
  body: (opened: OpenedSandbox) => Promise<T>,
): Promise<T> {
  const options = sandboxSettings(context, flags);
  const { openSandbox, reapOrphans, withFreshCells } = await import('../sandbox/index.js');
  await reapOrphans(options);
  const slots = wish.slots ?? options.slots ?? availableParallelism();
  return whileOpen(context, openSandbox({ ...options, ...wish, slots }), (sandbox) =>
    body({ sandbox, retrying: withFreshCells(sandbox), backend: sandbox.backend, slots }),
  );
}

/** Runs a body with something that holds cells, and closes it afterwards, also when a signal ends the command. */
export async function whileOpen<Opened extends { readonly close: () => Promise<unknown> }, T>(
  context: CommandContext,
  opening: Promise<Opened>,
  body: (opened: Opened) => Promise<T>,
): Promise<T> {
  const stopListening = closeWhenInterrupted(context, opening);
  try {
    const opened = await opening;
    try {
      return await body(opened);
    } finally {
      await opened.close();
    }
  } finally {
    stopListening();
  }
}

/** As a shell says it of a command that a signal ended. */
export const interruptions = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** The command ends when all of it is closed. */
const closing: Promise<unknown>[] = [];

/** Ends the cells, and then the command: what a cell was given on this machine is not left behind. */
function closeWhenInterrupted(
  { output }: CommandContext,
  opening: Promise<{ readonly close: () => Promise<unknown> }>,
): () => void {
  const listeners = Object.entries(interruptions).map(([signal, status]) => {
    const listener = (): void => {
      if (closing.length === 0) output.note(`stopped by ${signal}`);
      const opened = opening.catch(() => null);
      closing.push(opened.then((one) => one?.close()).catch(() => undefined));
      // After the listeners of whatever else is open.
      setImmediate(() => void Promise.all(closing).finally(() => process.exit(status)));
    };
    process.once(signal, listener);
    return [signal, listener] as const;
  });
  return () => {
    for (const [signal, listener] of listeners) process.off(signal, listener);
  };
}
