import { isSolved } from '../../../cli/runs/solve-one';
import { loadRun } from '../../../report/load-run';
import { SmallRun } from '../../report/small-run';

describe('what was solved', () => {
  it('is a matter of verdicts: a run that has completed may have solved nothing', async () => {
    const run = new SmallRun();
    await run.play();
    const { summary } = await loadRun(run.store, run.id);
    const { total } = summary;
    expect(isSolved({ ...summary, solved: 0, completed: total })).toBe(false);
    expect(isSolved({ ...summary, solved: total, completed: total })).toBe(true);
  });
});
