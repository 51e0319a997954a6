import type { ExitCode } from '../../core/errors/errors';
import type { Store } from '../../core/ports/records';
import type { CommandContext } from '../command-context';

/** Prints what became of a run; the exit code says whether that is what was asked for. */
export type PrintRun = (context: CommandContext, store: Store, run: string) => Promise<ExitCode>;
