import { refuseDialogueOptions } from '../../../lab/planning/dialogue-options';
import { checkRunRequest } from '../../../lab/planning/run-request';
import type { RunRequest } from '../../../lab/planning/run-request';

describe('the options of a dialogue', () => {
  const refuse = (asked: Partial<RunRequest>) => {
    const request = { dataset: 'bundled', model: 'simulated', method: 'refine', ...asked };
    return () => {
      refuseDialogueOptions(checkRunRequest(request));
    };
  };

  it.each(['human', 'oracle', 'person'] as const)('name a human for feedback of %s', (feedback) => {
    expect(refuse({ feedback, humanModel: 'other' })).not.toThrow();
  });

  it.each(['none', 'execution'] as const)('name no human for feedback of %s', (feedback) => {
    expect(refuse({ feedback, humanModel: 'other' })).toThrow(
      expect.objectContaining({
        message: `--human-model means nothing for --feedback ${feedback}`,
        remedy: 'Leave it out, or choose --feedback human or oracle or person',
      }) as Error,
    );
  });

  it('hold waiting times for a person alone', () => {
    expect(refuse({ feedback: 'person', remindHours: 1, expireHours: 2 })).not.toThrow();
    for (const hours of [{ remindHours: 1 }, { expireHours: 1 }]) {
      expect(refuse({ feedback: 'oracle', ...hours })).toThrow('means nothing for');
    }
  });

  it('leave room for a request', () => {
    expect(refuse({ contextTokens: 500 })).not.toThrow();
    expect(refuse({ contextTokens: 499 })).toThrow('contextTokens 499 must be');
  });

  it('remind a thousand times and not once more', () => {
    expect(refuse({ feedback: 'person', remindHours: 1, expireHours: 1000 })).not.toThrow();
    expect(refuse({ feedback: 'person', remindHours: 1, expireHours: 1001 })).toThrow(
      '--remind-hours 1 reminds more than 1000 times in 1001 hours',
    );
  });

  it('count reminders with the usual hours when one of the two is not given', () => {
    expect(refuse({ feedback: 'person', expireHours: 10_000 })).not.toThrow();
    expect(refuse({ feedback: 'person', remindHours: 0.3 })).toThrow('in 336 hours');
    expect(refuse({ feedback: 'person', remindHours: 0.336 })).not.toThrow();
  });
});
