import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import type { CheckTask, Sandbox } from '../../core/ports/sandbox';
import { openSandbox } from '../../sandbox';
import { describeWithData, describeWithSandbox, sharedData } from '../prerequisites';
import { limits, task } from './tasks';

const file = 'humaneval/HumanEval.jsonl.gz';

interface Row {
  readonly task_id: string;
  readonly prompt: string;
  readonly canonical_solution: string;
  readonly test: string;
  readonly entry_point: string;
}

function rows(): readonly Row[] {
  const text = gunzipSync(readFileSync(sharedData(file))).toString('utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}

function hiddenCheck(row: Row, body: string): CheckTask {
  const tests = [`${row.test}\ncheck(${row.entry_point})`];
  const slow = { ...limits, cpuMs: 10_000, wallMs: 50_000, memoryMb: 512 };
  return task(row.prompt + body, tests, { entryPoint: row.entry_point, limits: slow });
}

describeWithSandbox('the published problems', () => {
  describeWithData([file])('of HumanEval', () => {
    let sandbox: Sandbox;
    beforeAll(async () => {
      sandbox = await openSandbox({ provider: 'bubblewrap', stateLabel: 'espalier-human-eval' });
    });
    afterAll(() => sandbox.close());

    const verdicts = async (body: (row: Row) => string): Promise<readonly string[]> =>
      Promise.all(
        rows().map(async (row) => {
          const { outcomes } = await sandbox.check(hiddenCheck(row, body(row)));
          return outcomes[0]?.kind === 'passed' ? '' : row.task_id;
        }),
      );

    it('all pass with their own solutions', async () => {
      const failing = await verdicts((row) => row.canonical_solution);
      expect(failing.filter((id) => id !== '')).toEqual([]);
    }, 180_000);

    it('all fail with a solution that returns nothing', async () => {
      const failing = await verdicts(() => '    return None\n');
      expect(failing.filter((id) => id !== '')).toHaveLength(164);
    }, 180_000);
  });
});
