import { noteLeftOut } from '../../../cli/runs/note-left-out';
import type { CommandContext } from '../../../cli/command-context';
import type { PlannedRun } from '../../../lab/planning/plan-run';

describe('what a run leaves out', () => {
  const notes = (dataset: object): readonly string[] => {
    const noted: string[] = [];
    const context = { output: { note: (line: string) => noted.push(line) } };
    const plan = {
      config: { problems: ['a', 'b'] },
      dataset: { name: 'mine', rows: [1, 2, 3], repeated: 0, leftOut: [], ...dataset },
    };
    noteLeftOut(context as unknown as CommandContext, plan as unknown as PlannedRun);
    return noted;
  };

  it('goes unsaid when it is nothing', () => {
    expect(notes({})).toEqual([]);
  });

  it('is told of the problems that were chosen, with how many tests of how many', () => {
    const leftOut = [
      { problem: 'b', leftOut: 2, kept: 5 },
      { problem: 'c', leftOut: 1, kept: 1 },
    ];
    expect(notes({ leftOut })).toEqual([
      'b: 2 of 7 hidden tests expect more output than can be compared, and are left out',
    ]);
  });

  it.each([
    [1, '1 row that repeats'],
    [2, '2 rows that repeat'],
  ])('is %i of the rows', (repeated, said) => {
    expect(notes({ repeated })).toEqual([`mine: 3 problems; ${said} an earlier one left out`]);
  });
});
