import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readSettings } from '../../../config/settings';
import { workRow } from '../../../core/kinds/kinds';
import { checkMakeRequest } from '../../../lab/tasks/make-request';
import {
  checkTaskCheckRequest,
  planTaskCheck,
  taskCheckOptions,
} from '../../../lab/tasks/plan-task-check';
import { createMemoryStore } from '../../fakes/memory-store';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';

describe('a check of tasks', () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'espalier-check-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('grades a gold patch that fails, so that its verdict names the tests', async () => {
    const file = join(folder, 'rows.jsonl');
    const row = {
      ...{ instance_id: 'o__n-1', repo: 'o/n', base_commit: 'abcdef1', problem_statement: 'x' },
      ...{ patch: 'diff', test_patch: 'diff --git a/tests/test_a.py b/tests/test_a.py\n' },
      ...{ FAIL_TO_PASS: ['tests/test_a.py::a'], PASS_TO_PASS: [] },
    };
    writeFileSync(file, `${JSON.stringify(row)}\n`);
    const context = { settings: readSettings({ HOME: folder }), note: () => undefined };
    const request = checkTaskCheckRequest({ file, times: 2 });
    const { config } = await planTaskCheck(context, createMemoryStore(), request);
    expect(config).toMatchObject({ scoreBadReferences: true, samples: 4, problems: ['o__n-1'] });
  });
});

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
