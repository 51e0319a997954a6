import { tabledAttempt } from '../../../core/metrics/tabled-attempt';
import type { AttemptRecord } from '../../../core/ports/records';
import {
  attemptKey,
  attemptResult,
  runConfig,
  testOutcome,
} from '../../../laboratory/fakes/record-samples';
import { summaryOf, sumsOf } from './records';

const outcome = { ...testOutcome, error: 'AssertionError', actual: '2', cpuMs: 1 };
const result = attemptResult({ graded: [{ program: 'b'.repeat(64), outcome }] });
const attempt: AttemptRecord = {
  ...attemptKey,
  position: 0,
  status: 'completed',
  waiting: null,
  result,
};

describe('an attempt as tables of runs have it', () => {
  it('comes to the same figures', () => {
    const config = runConfig();
    const [whole, tabled] = [[attempt], [tabledAttempt(attempt)]];
    expect(sumsOf(tabled)).toEqual(sumsOf(whole));
    expect(summaryOf(config, tabled)).toEqual(summaryOf(config, whole));
  });

  it('is without texts, calls and what programs printed', () => {
    const text = JSON.stringify(tabledAttempt(attempt));
    for (const gone of ['sort, then scan', 'assert add', 'close', 'AssertionError', 'solver']) {
      expect(JSON.stringify(attempt)).toContain(gone);
      expect(text).not.toContain(gone);
    }
    expect(text.length).toBeLessThan(JSON.stringify(attempt).length / 1.5);
  });

  it('keeps why its program could not be checked', () => {
    const unchecked = {
      ...outcome,
      kind: 'failed' as const,
      detail: 'not-data',
      error: 'a socket',
    };
    const graded = [{ program: 'b'.repeat(64), outcome: unchecked }];
    const tabled = tabledAttempt({ ...attempt, result: { ...result, graded } });
    expect(tabled.result?.graded[0]?.outcome.error).toBe('a socket');
  });

  it('is itself before its end', () => {
    const open = { ...attempt, status: 'running' as const, result: null };
    expect(tabledAttempt(open)).toBe(open);
  });
});
