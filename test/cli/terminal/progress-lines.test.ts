import { progressLines } from '../../../cli/terminal/progress-lines';
import type { ProgressFacts } from '../../../lab/runs/watch-run';

const facts: ProgressFacts = {
  run: 'r1',
  counts: { total: 20, completed: 5, solved: 4, unscored: 0, cancelled: 0 },
  scored: true,
  asks: true,
  totals: {
    calls: 30,
    resends: 0,
    knownResends: 0,
    promptTokens: 0,
    completionTokens: 0,
    costUsd: 0.25,
  },
  endedBefore: 0,
  watchedMs: 10_000,
  inFlight: 4,
  phases: null,
  paused: null,
  waiting: null,
};

describe('the progress of a run', () => {
  it('tells how far, how well, how fast, how long still, what it cost and what is in flight', () => {
    expect(progressLines(facts)).toEqual([
      '5/20 · 4 solved · 30.0/min · ETA 30 s · 30 calls · $0.2500 · 4 in flight',
    ]);
  });

  it('tells building, searching and grading apart', () => {
    const phases = { searching: 2, building: 1, grading: 1 };
    const [line] = progressLines({ ...facts, phases });
    expect(line).toContain('4 in flight (1 building, 1 grading, 2 searching)');
  });

  it('takes its rate from what it has seen itself', () => {
    const [line] = progressLines({ ...facts, endedBefore: 5 });
    expect(line).not.toContain('ETA');
  });

  it('promises nothing where all that is left waits', () => {
    const waiting = { count: 15, why: 'a person is to say something of r1' };
    const [line] = progressLines({ ...facts, waiting });
    expect(line).toBe('5/20 · 4 solved · 30 calls · $0.2500 · 4 in flight');
  });

  it('says that a cost is unknown, never zero', () => {
    const totals = { ...facts.totals, costUsd: null };
    expect(progressLines({ ...facts, totals })[0]).toContain('cost unknown');
  });

  it('counts what has no verdict, and calls that were sent again', () => {
    const [line] = progressLines({
      ...facts,
      counts: { ...facts.counts, unscored: 2, cancelled: 1 },
      totals: { ...facts.totals, resends: 3, knownResends: 3 },
    });
    expect(line).toMatch(/^8\/20 .*2 unscored · 1 cancelled .*3 sent again/u);
  });

  it('says nothing of solved in a kind of work without verdicts', () => {
    const [line] = progressLines({ ...facts, scored: false });
    expect(line).toMatch(/^5\/20 · 30\.0\/min/u);
  });

  it('says nothing of calls and their cost where no model is asked', () => {
    const [line] = progressLines({ ...facts, asks: false });
    expect(line).toBe('5/20 · 4 solved · 30.0/min · ETA 30 s · 4 in flight');
  });

  it('says why it stands still, and what goes on with it', () => {
    const lines = progressLines({
      ...facts,
      paused: 'paused by hand',
      waiting: { count: 2, why: 'model m at u: answered 503' },
    });
    expect(lines.slice(1)).toEqual([
      'PAUSED: paused by hand (espalier run resume r1 goes on)',
      '2 waiting: model m at u: answered 503',
    ]);
  });
});
