import type { EnvironmentStore } from '../../core/ports/environment';
import type { RepositoryCell } from '../../core/adapters/repository';
import { tryKey } from '../../core/work/note-keys';

/** A cell that announces each job before it runs and reports its cost afterwards. */
export function countedCell(
  cell: RepositoryCell,
  count: (cpuMs: number, wallMs: number) => void,
  begin: () => Promise<void>,
): RepositoryCell {
  return {
    ...{ place: cell.place, close: cell.close },
    run: async (job, options) => {
      await begin();
      const result = await cell.run(job, options);
      count(result.cpuMs, result.wallMs);
      return result;
    },
  };
}

/** Records once that a step is carried out and not read back. The number of starts is known even if the step is cut off. */
export function keptTry(
  store: Pick<EnvironmentStore, 'findStep' | 'saveStep'>,
  noteKey: string,
): () => Promise<void> {
  const keep = async (): Promise<void> => {
    let number = 0;
    while ((await store.findStep(tryKey(noteKey, number))) !== null) number += 1;
    await store.saveStep(tryKey(noteKey, number), { begun: true });
  };
  let kept: Promise<void> | null = null;
  return () => (kept ??= keep());
}
