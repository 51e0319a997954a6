import { workRow } from '../../../core/kinds/kinds';
import { checkMakeRequest } from '../../../lab/tasks/make-request';
import { checkTaskCheckRequest, taskCheckOptions } from '../../../lab/tasks/plan-task-check';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';

describe('the options of a check of tasks', () => {
  it('count patches that are graded at the same time, each an item of its own', () => {
    expect(taskCheckOptions.concurrency.help).toBe('patches to grade at the same time');
    const { dataset } = scriptedRunConfig();
    const together = (tasks: object) =>
      workRow('evaluation').together({ dataset: { ...dataset, ...tasks } } as never);
    expect(together({ tasks: 'patch' })).toBe(1);
    expect(together({})).toBeGreaterThan(1);
  });

  it('try each patch three times, two patches at a time, unless they say otherwise', () => {
    const usual = { times: 3, concurrency: 2 };
    expect(checkTaskCheckRequest({ file: 'rows.jsonl' })).toMatchObject(usual);
    expect(checkMakeRequest({ source: '.' })).toMatchObject(usual);
    expect(checkTaskCheckRequest({ file: 'rows.jsonl', times: 100 }).times).toBe(100);
    expect(() => checkMakeRequest({ source: '.', times: 21 })).toThrow('times 21');
  });
});
