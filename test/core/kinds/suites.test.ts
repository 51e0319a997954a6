import { gradedProgram, suiteVerdict } from '../../../core/kinds/suites';
import { wholeOutcome } from '../../../core/grading/whole-outcome';
import type { TestOutcome } from '../../../core/schemas/verdict';

const outcome = (kind: TestOutcome['kind'], cpuMs = 1): TestOutcome => ({
  kind,
  assurance: 'data',
  cpuMs,
  timeSensitive: false,
});

describe('a program that was graded on two suites', () => {
  it('passes when both do, and used the time of both', () => {
    expect(gradedProgram('p', [outcome('passed', 2), outcome('passed', 3)])).toEqual({
      program: 'p',
      outcome: outcome('passed', 5),
      suites: [
        { name: 'base', outcome: outcome('passed', 2) },
        { name: 'plus', outcome: outcome('passed', 3) },
      ],
    });
  });

  it('is what the first suite that failed says, and each can be asked for', () => {
    const grade = gradedProgram('p', [outcome('passed'), outcome('raised')]);
    expect(grade.outcome.kind).toBe('raised');
    expect(suiteVerdict([grade], 'p', 'base')).toBe('passed');
    expect(suiteVerdict([grade], 'p', 'plus')).toBe('raised');
    expect(suiteVerdict([grade], 'q', 'base')).toBeNull();
    expect(suiteVerdict([grade], null, 'base')).toBeNull();
  });

  it('is time-sensitive, and used objects, when it was so on one', () => {
    const late = { ...outcome('passed'), timeSensitive: true, handles: true } as const;
    expect(wholeOutcome([outcome('passed'), late])).toMatchObject({
      timeSensitive: true,
      handles: true,
    });
  });
});

it('a program of a problem with one suite has that verdict, and no more of a record', () => {
  const grade = gradedProgram('p', [outcome('failed')]);
  expect(grade).toEqual({ program: 'p', outcome: outcome('failed') });
  expect(suiteVerdict([grade], 'p', 'base')).toBe('failed');
});
