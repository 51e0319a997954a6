import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import type { CheckTask, Sandbox } from '../../../core/adapters/sandbox';
import { assuranceLevels, type Assurance } from '../../../core/schemas/verdict';
import { openSandbox } from '../../../sandbox';
import { describeWithData, describeWithSandbox, sharedData } from '../../prerequisites';
import { limits, task } from '../tasks';

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

function hiddenCheck(row: Row, body: string, assurance: Assurance): CheckTask {
  const tests = [`${row.test}\ncheck(${row.entry_point})`];
  const slow = { ...limits, cpuMs: 10_000, wallMs: 50_000, memoryMb: 512 };
  // As the data set's adapter does: helpers of the prompt are the checker's own, not the program's.
  const more = { entryPoint: row.entry_point, trustedSetup: row.prompt, limits: slow };
  return task(row.prompt + body, tests, { ...more, assurance });
}

describeWithSandbox('the published problems', () => {
  describeWithData([file])('of HumanEval', () => {
    let sandbox: Sandbox;
    beforeAll(async () => {
      sandbox = await openSandbox({ backend: 'bubblewrap', stateLabel: 'espalier-human-eval' });
    });
    afterAll(() => sandbox.close());

    const failing = async (
      body: (row: Row) => string,
      assurance: Assurance,
    ): Promise<readonly string[]> => {
      const ids = await Promise.all(
        rows().map(async (row) => {
          const { outcomes } = await sandbox.check(hiddenCheck(row, body(row), assurance));
          return outcomes[0]?.kind === 'passed' ? '' : row.task_id;
        }),
      );
      return ids.filter((id) => id !== '');
    };

    describe.each(assuranceLevels)('under %s assurance', (assurance) => {
      it('all pass with their own solutions', async () => {
        expect(await failing((row) => row.canonical_solution, assurance)).toEqual([]);
      }, 180_000);

      it('all fail with a solution that returns nothing', async () => {
        expect(await failing(() => '    return None\n', assurance)).toHaveLength(164);
      }, 180_000);
    });
  });
});
