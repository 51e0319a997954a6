import { samplesTogether } from '../../../core/evaluation/samples-together';
import type { RunConfig } from '../../../core/schemas/run';
import {
  attemptCount,
  hasUnevenCounts,
  itemAttempts,
  itemEnd,
  openItems,
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

describe('a stretch of a run', () => {
  it.each([
    ['of as many samples each', search],
    ['of unlike many', evaluation([1, 3, 2])],
  ])('holds what stands there in the whole plan, %s', (_, config) => {
    const whole = plannedAttempts(config);
    for (let from = 0; from <= whole.length; from += 1) {
      for (let to = from; to <= whole.length + 1; to += 1) {
        expect(plannedAttempts(config, { from, to })).toEqual(whole.slice(from, to));
      }
    }
  });

  it('gives its items that are not done, as many as are asked for, and says where the next begins', () => {
    const done = new Set([1]);
    const positions = (most: number) => {
      const { items, next } = openItems(search, { from: 0, to: 3, done, most });
      return { items: items.map(({ position }) => position), next };
    };
    expect(positions(1)).toEqual({ items: [0], next: 1 });
    expect(positions(2)).toEqual({ items: [0, 2], next: 3 });
    expect(positions(9)).toEqual({ items: [0, 2], next: 3 });
  });

  it('passes over the rest of an item that it has begun', () => {
    const config = evaluation([samplesTogether + 10]);
    const { items, next } = openItems(config, { from: 3, to: 5, done: new Set(), most: 9 });
    expect(items.map(({ position }) => position)).toEqual([3]);
    expect(next).toBe(samplesTogether);
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
