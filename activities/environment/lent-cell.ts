import type { RepositoryCell } from '../../core/adapters/repository';

export interface LentCell extends RepositoryCell {
  /** Runs something while the cell is given back: a model may take minutes to answer, and grading needs cells too. */
  readonly without: <T>(work: () => Promise<T>) => Promise<T>;
  /** Runs something in such a cell with nothing else in cells, for a machine that was too busy. */
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
    // Two jobs at the same time use one cell. A cell that could not be opened is requested again.
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
      // Otherwise it would wait for the cell that its own holder has.
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
