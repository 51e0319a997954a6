import { RunConfig } from '../../../core/schemas/run';
import { checkRunRequest } from '../../../lab/planning/run-request';
import type { RunRequest } from '../../../lab/planning/run-request';
import { runSettings } from '../../../lab/planning/run-settings';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';

describe('the settings of a dialogue', () => {
  const { dataset, problems, model, limits, assurance } = scriptedRunConfig();
  const common = { dataset, problems, model, limits, assurance };
  const settingsOf = (asked: Partial<RunRequest>): unknown => {
    const request = { dataset: 'bundled', model: 'simulated', method: 'refine', ...asked };
    const own = runSettings.dialogue?.(checkRunRequest(request));
    const config = RunConfig.parse({ ...common, kind: 'dialogue', method: 'refine', ...own });
    return config.kind === 'dialogue' ? config.dialogue : null;
  };

  it('are two rounds with the output of the visible tests when no option is given', () => {
    expect(settingsOf({})).toEqual({
      ...{ rounds: 2, feedback: 'execution', feedbackTests: 'public', profile: 'espalier' },
    });
  });

  it('follow the options, and hold the waiting times only for a person', () => {
    expect(
      settingsOf({
        ...{ maxRounds: 5, feedback: 'oracle', feedbackTests: 'base', profile: 'oci' },
        ...{ humanModel: 'other', contextTokens: 4096, tokenBudget: 9000, remindHours: 1 },
      }),
    ).toEqual({
      ...{ rounds: 5, feedback: 'oracle', feedbackTests: 'base', profile: 'oci' },
      ...{ humanModel: 'other', contextTokens: 4096, tokenBudget: 9000 },
    });
    expect(settingsOf({ feedback: 'person', remindHours: 1, expireHours: 2 })).toMatchObject({
      patience: { remindEveryMs: 3_600_000, expireAfterMs: 7_200_000 },
    });
    expect(settingsOf({ feedback: 'person' })).toMatchObject({
      patience: { remindEveryMs: 86_400_000, expireAfterMs: 14 * 86_400_000 },
    });
  });
});
