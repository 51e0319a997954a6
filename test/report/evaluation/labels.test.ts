import { comparisonLines } from '../../../report/compare';
import { loadWholeRun } from '../../../report/load-run';
import type { WholeRun } from '../../../report/load-run';
import { pairLines } from '../../../report/pair-lines';
import { pairRuns } from '../../../report/pair-runs';
import { runRows } from '../../../report/run-table';
import { studyLines } from '../../../report/study/formats';
import { studyOf } from '../../../report/study/study';
import { evaluationMembers } from '../../core/evaluation/evaluation-members';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';
import { SmallRun } from '../small-run';

type Members = Parameters<typeof evaluationMembers>[0];

/** A run whose samples are called so; what became of them does not matter. */
async function evaluated(id: string, members: Members): Promise<WholeRun> {
  const small = new SmallRun(id);
  await small.play();
  const run = await loadWholeRun(small.store, id);
  const config = scriptedRunConfig({
    kind: 'evaluation',
    method: 'evaluate',
    problems: ['HumanEval/0', 'HumanEval/1'],
    model: { kind: 'none', name: 'none', logicalEndpoint: 'none' },
    ...evaluationMembers(members),
  });
  return { ...run, record: { ...run.record, config } };
}

describe('evaluations in tables', () => {
  let runs: [WholeRun, WholeRun];
  beforeAll(async () => {
    runs = [
      await evaluated('a', { source: 'gpt.jsonl' }),
      await evaluated('b', {
        ...{ source: 'samples.jsonl', name: 'Llama, greedy' },
        sanitiser: { name: 'evalplus', version: 1 },
      }),
    ];
  });

  it('are rows by the names of their samples, with the sanitiser', () => {
    const lines = studyLines(studyOf(runs, ['methods']), 'text');
    expect(lines.slice(2, 4)).toEqual([
      expect.stringMatching(/^gpt\.jsonl +evaluate +50\.0/u),
      expect.stringMatching(/^Llama, greedy +evaluate, sanitised as evalplus +50\.0/u),
    ]);
  });

  it('are columns that say so side by side', () => {
    const lines = comparisonLines(runs);
    expect(lines.find((line) => line.startsWith('method'))).toMatch(
      /evaluate +evaluate, sanitised as evalplus/u,
    );
    expect(lines.find((line) => line.startsWith('model'))).toMatch(/gpt\.jsonl +Llama, greedy/u);
  });

  it('are told apart where two are compared problem by problem', () => {
    expect(pairLines(pairRuns(...runs), runs).slice(0, 2)).toEqual([
      expect.stringMatching(/^A +a +evaluate +gpt\.jsonl$/u),
      expect.stringMatching(/^B +b +evaluate, sanitised as evalplus +Llama, greedy$/u),
    ]);
  });

  it('say name and file in their own table', () => {
    const rows = runs.map((run) => runRows(run).find(({ label }) => label === 'samples')?.value);
    expect(rows).toEqual(['gpt.jsonl', 'Llama, greedy (samples.jsonl)']);
  });
});
