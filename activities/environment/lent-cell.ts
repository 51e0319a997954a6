import type { RepositoryCell } from '../../core/adapters/repository';

/** A cell that can be given back for as long as its holder waits for somebody else. */
export interface LentCell extends RepositoryCell {
  /** Does something without the cell: a model may take minutes to answer, and grading takes cells, too. */
  readonly without: <T>(work: () => Promise<T>) => Promise<T>;
  /** Does something in such a cell with nothing else in cells meanwhile: a machine that was too busy is not now. */
  readonly alone: <T>(work: (cell: RepositoryCell) => Promise<T>) => Promise<T>;
}

/** @param open the same cell, each time @throws what `open` throws */
export async function lendCell(
  open: (alone: boolean) => Promise<RepositoryCell>,
): Promise<LentCell> {
  const first = await open(false);
  const { place } = first;
  let held: Promise<RepositoryCell> | null = Promise.resolve(first);
  const giveBack = async (): Promise<void> => {
    const cell = held;
    held = null;
    await (await cell?.catch(() => null))?.close();
  };
  const opened = (): Promise<RepositoryCell> => {
    // Two jobs at a time are of one cell; one that could not be opened is asked for again.
    held ??= open(false).catch((error: unknown) => {
      held = null;
      throw error;
    });
    return held;
  };
  return {
    place,
    run: async (job, options) => (await opened()).run(job, options),
    without: async (work) => {
      await giveBack();
      return work();
    },
    alone: async (work) => {
      // It would wait for the one that its holder has.
      await giveBack();
      const cell = await open(true);
      try {
        return await work(cell);
      } finally {
        await cell.close();
      }
    },
    close: giveBack,
  };
}
