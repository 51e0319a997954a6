import { functionFigures, repositoryLines } from '../../../cli/runs/environment-progress';
import type { StageCount } from '../../../core/ports/environment';
import type { Store } from '../../../core/ports/records';

const count = (problem: string, stage: StageCount['stage'], many: number): StageCount => ({
  ...{ problem, sample: 0, stage, count: many },
});

/** The store of a run with these functions, whose repositories have these statuses. */
const storeOf = (counts: readonly StageCount[], statuses: readonly string[] = []): Store =>
  ({
    environments: { stageCounts: async () => counts },
    runs: {
      attemptStatuses: async () => statuses.map((status, position) => ({ status, position })),
    },
  }) as unknown as Store;

describe('how far a run of environments is', () => {
  it('is how many functions have ended, and how', async () => {
    const store = storeOf([
      ...[count('a', 'accepted', 1000), count('b', 'accepted', 2), count('a', 'rejected', 3)],
      ...[count('b', 'waiting', 4), count('b', 'filtered', 99)],
    ]);
    expect(await functionFigures(store, 'run')).toEqual([
      '1,005/1,009 functions · 1,002 accepted · 3 rejected',
    ]);
  });

  it('is nothing before there are functions', async () => {
    expect(await functionFigures(storeOf([count('a', 'filtered', 5)]), 'run')).toEqual([]);
  });

  it('has a line for each of the first twelve repositories that are worked on', async () => {
    const problems = Array.from({ length: 15 }, (_, nth) => `r${String(nth)}`);
    const run = { id: 'run', config: { problems } } as unknown as Parameters<
      typeof repositoryLines
    >[1];
    const statuses = ['completed', ...Array<string>(14).fill('running')];
    const counts = [
      ...[count('r1', 'accepted', 2), count('r1', 'rejected', 1), count('r1', 'waiting', 4)],
      count('r0', 'accepted', 9),
    ];
    const lines = await repositoryLines(storeOf(counts, statuses), run);
    expect(lines).toHaveLength(12);
    expect(lines[0]?.trimEnd()).toMatch(/^ {2}r1 +3\/7 · 2 accepted$/u);
    expect(lines[1]?.trimEnd()).toMatch(/^ {2}r2 +not installed yet$/u);
    expect(lines[11]).toContain('r12');
  });
});
