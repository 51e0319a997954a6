import type { Store } from '../../core/ports/records';
import { startRun } from '../../lab/runs/start-run';
import type { StartableRun, StartedRun } from '../../lab/runs/start-run';
import type { CommandContext } from '../command-context';
import { interruptions } from '../with-sandbox';

/**
 * Starts a planned run. A person who interrupts the command before the run has started is told how to start it.
 * @param words names the run. They are printed once the run is stored, since a refused run has no id that commands know
 */
export async function startOrLeave(
  context: CommandContext,
  store: Store,
  plan: StartableRun,
  words = `run ${plan.id}`,
): Promise<StartedRun> {
  const leave = (signal: keyof typeof interruptions): void => {
    context.output.note(
      [
        'Left while it was being started; the same command goes on with it.',
        '  espalier down   stop what was started for it',
      ].join('\n'),
    );
    process.exit(interruptions[signal]);
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, leave);
  try {
    return await startRun(context, store, plan, () => {
      context.output.note(words);
    });
  } finally {
    for (const signal of signals) process.off(signal, leave);
  }
}
