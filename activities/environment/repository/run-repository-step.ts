import type { AttemptKey } from '../../../core/durable/attempt-key';
import type { RepositoryHost } from '../../../core/adapters/repository';
import { repositoryNoteKey } from '../../../core/work/note-keys';
import type { RepositoryNote, RepositoryStep } from '../../../core/schemas/environment-built';
import { countedCell, keptTry } from '../counted-cell';
import type { RepositoryParts } from './repository-parts';

/** The part of a result that is only in the result itself. */
export type Told = Partial<Pick<RepositoryNote, 'ended' | 'environment' | 'modules' | 'traces'>>;

/** Runs a step and stores its note for pages: the cost of its jobs, and its result. The first note is kept. */
export async function runRepositoryStep<Result>(
  parts: RepositoryParts,
  { attempt, step }: { readonly attempt: AttemptKey; readonly step: RepositoryStep },
  carryOut: (counting: RepositoryParts) => Promise<Result>,
  told: (result: Result) => Told | Promise<Told>,
): Promise<Result> {
  const { environments } = parts.store;
  const noteKey = repositoryNoteKey(attempt, step);
  const begin = keptTry(environments, noteKey);
  const cost = { cpuMs: 0, wallMs: 0, reused: true };
  const count = (cpuMs: number, wallMs: number): void => {
    cost.cpuMs += cpuMs;
    cost.wallMs += wallMs;
    cost.reused = false;
  };
  const result = await carryOut({
    ...parts,
    repositories: async () => {
      const host = await parts.repositories();
      const open: RepositoryHost['open'] = async (asked) =>
        countedCell(await host.open(asked), count, begin);
      return { open };
    },
  });
  const note: RepositoryNote = {
    ...{ step, ...cost },
    ended: null,
    ...(await told(result)),
  };
  await environments.saveStep(noteKey, note);
  return result;
}
