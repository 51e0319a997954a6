import { harnessSummary } from '../../../core/metrics/harness-summary';
import type { HarnessMeasures } from '../../../core/schemas/environment-harness';

const counts = { candidates: 8, runnable: 4, accepted: 3 };

function measuresOf(changes: Partial<HarnessMeasures>): HarnessMeasures {
  return {
    ...{ cases: 10, branchCoverage: null, lineCoverage: 1, flakes: [], reruns: 5 },
    mutation: { killed: 1, total: 1, survivors: [] },
    ...changes,
  };
}

describe('the summary of harnesses', () => {
  it('has the coverage of branches, and of lines where a function has no branches', () => {
    const accepted = [
      measuresOf({ branchCoverage: 0.5, lineCoverage: 0.9 }),
      measuresOf({ branchCoverage: 0, lineCoverage: 1 }),
      measuresOf({ branchCoverage: null, lineCoverage: 0.7 }),
    ];
    expect(harnessSummary(counts, accepted, []).coverage).toBeCloseTo((0.5 + 0 + 0.7) / 3, 12);
  });

  it('counts the harnesses that cover more than 80 and 90 %, and everything', () => {
    const shares = [0.8, 0.81, 0.9, 0.91, 1];
    const accepted = shares.map((branchCoverage) => measuresOf({ branchCoverage }));
    expect(harnessSummary(counts, accepted, [])).toMatchObject({ above80: 4, above90: 2, full: 1 });
  });

  it('has means over the harnesses, whatever number of mutants or cases each has', () => {
    const accepted = [
      measuresOf({ cases: 30, mutation: { killed: 1, total: 2, survivors: ['x'] } }),
      measuresOf({ cases: 10, mutation: { killed: 8, total: 8, survivors: [] } }),
    ];
    expect(harnessSummary(counts, accepted, [])).toMatchObject({ mutation: 0.75, cases: 20 });
  });

  it('has the accepted ones as a share of the candidates, and of those that ran', () => {
    const { validity } = harnessSummary(counts, [], []);
    expect(validity.ofCandidates).toMatchObject({ count: 3, of: 8, share: 3 / 8 });
    expect(validity.ofRunnable).toMatchObject({ count: 3, of: 4, share: 3 / 4 });
  });

  it('has no mean and no share where there is nothing', () => {
    const none = harnessSummary({ candidates: 0, runnable: 0, accepted: 0 }, [], []);
    expect(none).toMatchObject({ coverage: null, mutation: null, cases: null, above80: 0 });
    expect(none.validity.ofCandidates).toMatchObject({ share: null, interval: null });
  });

  it("counts the rejected ones by the paper's classes, and apart what it has no class for", () => {
    const codes = ['timeout', 'killed', 'assertion_mismatch', 'low_coverage'] as const;
    const rejected = codes.map((code) => ({ code }));
    expect(harnessSummary(counts, [], rejected).classes).toEqual({
      ...{ environment: 2, assertion: 1, 'value-or-type': 0, 'data-format': 0 },
      other: 1,
    });
  });
});
