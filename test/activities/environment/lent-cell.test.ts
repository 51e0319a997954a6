import { lendCell } from '../../../activities/environment/lent-cell';
import type { JobOptions, RepositoryCell } from '../../../core/adapters/repository';

const job = { module: 'extract', request: {} };
const options = { limits: {}, walls: 'strict' } as unknown as JobOptions;

/** Counts the cells that are open. */
function counting() {
  const cells = { open: 0, opened: 0, alone: 0, broken: false };
  const open = async (alone: boolean): Promise<RepositoryCell> => {
    await Promise.resolve();
    if (cells.broken) throw new Error('no cell');
    cells.open += 1;
    cells.opened += 1;
    cells.alone += Number(alone);
    return {
      place: { provider: 'bubblewrap', place: 'here', python: '3.11.7', tools: 't' },
      run: () => Promise.resolve({ end: { kind: 'exited', code: 1 } } as never),
      close: () => {
        cells.open -= 1;
        return Promise.resolve();
      },
    };
  };
  return { cells, open };
}

describe('a cell that is lent', () => {
  it('is one for two jobs at a time, also after it was given back', async () => {
    const { cells, open } = counting();
    const lent = await lendCell(open);
    expect(await lent.without(() => Promise.resolve(cells.open))).toBe(0);
    await Promise.all([lent.run(job, options), lent.run(job, options)]);
    expect(cells).toMatchObject({ open: 1, opened: 2 });
    await lent.close();
    await lent.close();
    expect(cells.open).toBe(0);
  });

  it('is given back before one is opened that has to be alone, and opened again afterwards', async () => {
    const { cells, open } = counting();
    const lent = await lendCell(open);
    expect(await lent.alone(() => Promise.resolve({ ...cells }))).toMatchObject({ open: 1 });
    expect(cells).toMatchObject({ open: 0, opened: 2, alone: 1 });
    await lent.run(job, options);
    expect(cells).toMatchObject({ open: 1, opened: 3, alone: 1 });
    await lent.close();
  });

  it('is asked for again when it could not be opened', async () => {
    const { cells, open } = counting();
    const lent = await lendCell(open);
    await lent.without(() => Promise.resolve());
    cells.broken = true;
    await expect(lent.run(job, options)).rejects.toThrow('no cell');
    cells.broken = false;
    await lent.run(job, options);
    await lent.close();
    expect(cells.open).toBe(0);
  });
});
