import { samplesTogether } from '../../../core/evaluation/samples-together';
import type { RunConfig } from '../../../core/schemas/run';
import {
  attemptCount,
  hasUnevenCounts,
  itemAttempts,
  itemEnd,
  plannedAttempts,
} from '../../../core/work/planned-attempts';
import { evaluationMembers } from '../evaluation/evaluation-members';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';

const search = scriptedRunConfig({ problems: ['P/0', 'P/1'], samples: 2 });

function evaluation(counts: readonly number[]): RunConfig {
  const most = Math.max(...counts);
  return scriptedRunConfig({
    kind: 'evaluation',
    method: 'evaluate',
    problems: counts.map((_, index) => `P/${String(index)}`),
    samples: most,
    ...evaluationMembers(counts.some((count) => count !== most) ? { counts: [...counts] } : {}),
  });
}

describe('the attempts of a run', () => {
  it('are every sample of every problem, in data-set order, then by sample', () => {
    expect(attemptCount(search)).toBe(4);
    expect(plannedAttempts(search)).toEqual([
      { problem: 'P/0', sample: 0 },
      { problem: 'P/0', sample: 1 },
      { problem: 'P/1', sample: 0 },
      { problem: 'P/1', sample: 1 },
    ]);
  });

  it('are as many of each problem as there are samples of it', () => {
    const config = evaluation([1, 3]);
    expect([attemptCount(config), hasUnevenCounts(config)]).toEqual([4, true]);
    expect(
      plannedAttempts(config).map(({ problem, sample }) => `${problem} ${String(sample)}`),
    ).toEqual(['P/0 0', 'P/1 0', 'P/1 1', 'P/1 2']);
    expect(hasUnevenCounts(evaluation([2, 2]))).toBe(false);
  });
});

describe('an item', () => {
  const sizes = (config: RunConfig, position: number): number =>
    itemAttempts({ id: 'r', config }, position).length;

  it('is one attempt of a search', () => {
    expect(itemAttempts({ id: 'r', config: search }, 2)).toEqual([
      { attempt: { run: 'r', problem: 'P/1', sample: 0 }, position: 2 },
    ]);
  });

  it('is a page of samples, from wherever it begins to the end of that page', () => {
    const config = evaluation([samplesTogether + 10]);
    expect(sizes(config, 0)).toBe(samplesTogether);
    expect(sizes(config, samplesTogether - 1)).toBe(1);
    expect(sizes(config, samplesTogether)).toBe(10);
    expect(itemEnd(config, 3)).toBe(samplesTogether);
  });
});
