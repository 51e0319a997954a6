import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readSettings } from '../../../config/settings';
import { checkEvaluationRequest } from '../../../lab/evaluation/evaluation-request';
import type { EvaluationRequest } from '../../../lab/evaluation/evaluation-request';
import { planEvaluation } from '../../../lab/evaluation/plan-evaluation';
import type { StartableRun } from '../../../lab/runs/start-run';
import { createMemoryStore } from '../../fakes/memory-store';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'espalier-plan-evaluation-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function plan(request: EvaluationRequest): Promise<StartableRun> {
  const context = { settings: readSettings({ HOME: folder }), note: () => undefined };
  return planEvaluation(context, createMemoryStore(), checkEvaluationRequest(request));
}

function written(name: string, rows: readonly object[]): string {
  const path = join(folder, name);
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return path;
}

describe('an evaluation', () => {
  it('reads its samples before anything is done about its data set, which may have to be downloaded', async () => {
    const none = join(folder, 'none.jsonl');
    await expect(plan({ samples: none, dataset: '/nowhere/rows.jsonl' })).rejects.toThrow(
      `${none} does not exist`,
    );
    const bad = written('bad.jsonl', [{ task_id: 'Own/0' }]);
    await expect(plan({ samples: bad, dataset: '/nowhere/rows.jsonl' })).rejects.toThrow(
      'has no program',
    );
  });
});
