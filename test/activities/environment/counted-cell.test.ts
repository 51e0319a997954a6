import { countedCell } from '../../../activities/environment/counted-cell';
import { scriptedJobs } from './scripted-jobs';

describe('a cell whose jobs are counted', () => {
  it('announces each job before it runs, and then reports its CPU time and its wall time', async () => {
    const end = { kind: 'finished', record: {} } as const;
    const { cell, ran } = scriptedJobs([
      { end, cost: { cpuMs: 7, wallMs: 11 } },
      { end, cost: { cpuMs: 3, wallMs: 5 } },
    ]);
    const heard: string[] = [];
    const counted = countedCell(
      cell(false),
      (cpuMs, wallMs) => heard.push(`cpu ${String(cpuMs)} wall ${String(wallMs)}`),
      async () => {
        heard.push(`begins after ${String(ran.length)}`);
      },
    );
    const job = { module: 'extract', request: {} };
    await counted.run(job, { limits: {}, walls: 'strict' } as never);
    await counted.run(job, { limits: {}, walls: 'strict' } as never);
    expect(heard).toEqual([
      ...['begins after 0', 'cpu 7 wall 11', 'begins after 1', 'cpu 3 wall 5'],
    ]);
  });
});
