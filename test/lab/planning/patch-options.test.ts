import type { UsageError } from '../../../core/errors/errors';
import { preparationOf } from '../../../core/patches/preparation';
import { refusePreparation, refuseShellLimits } from '../../../lab/planning/patch-options';
import { runConfig } from '../../../lab/planning/run-config';
import { runIdOf } from '../../../lab/planning/run-id';
import { checkRunRequest } from '../../../lab/planning/run-request';
import type { RunRequest } from '../../../lab/planning/run-request';

const requestOf = (more: Partial<RunRequest> = {}) =>
  checkRunRequest({ dataset: 'rows.jsonl', model: 'm', method: 'bash-agent', ...more });
const configOf = (more: Partial<RunRequest> = {}) =>
  runConfig(requestOf(more), {
    dataset: { name: 'rows', sha256: 'd'.repeat(64), tasks: 'patch' },
    problems: ['a__b-1'],
    model: { kind: 'endpoint', name: 'm', logicalEndpoint: 'e' },
  });

describe('the settings of issues and of an agent with a shell', () => {
  it('leave a run its id where they are the usual ones', () => {
    const usual = {
      ...{ reproductionScripts: 5, regressionFiles: 10, regressionMinutes: 15 },
      ...{ fileTreeTokens: 12_000, skeletonTokens: 12_000, codeTokens: 16_000 },
      ...{ locationSetTokens: 8_000, shellSteps: 40, shellTokens: 1_000_000 },
    };
    expect(configOf(usual)).toEqual(configOf());
    expect(configOf()).not.toHaveProperty('preparation');
    expect(preparationOf(configOf())).toMatchObject({ regressionFiles: 10, codeTokens: 16_000 });
  });

  it('are in the configuration and in the id where they are not', () => {
    const config = configOf({ regressionFiles: 0, shellSteps: 12, codeTokens: 16_000 });
    expect(config).toMatchObject({ preparation: { regressionFiles: 0 }, shell: { steps: 12 } });
    expect(preparationOf(config)).toMatchObject({ regressionFiles: 0, reproductionScripts: 5 });
    expect(runIdOf(config)).not.toBe(runIdOf(configOf()));
  });

  it.each([
    ['regressionFiles', -1],
    ['regressionMinutes', 31],
    ['fileTreeTokens', 0.5],
    ['shellSteps', 0],
  ])('are refused out of their range: %s %s', (name, value) => {
    expect(() => requestOf({ [name]: value })).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', exitCode: 2 }) as UsageError,
    );
  });

  it('are refused where they mean nothing', () => {
    expect(() => {
      refuseShellLimits(requestOf({ method: 'direct', shellTokens: 9 }));
    }).toThrow('--shell-tokens means nothing for --method direct, which has no shell');
    expect(() => {
      refusePreparation(requestOf({ codeTokens: 900 }), false);
    }).toThrow('--code-tokens means nothing for --dataset rows.jsonl');
    expect(() => {
      refuseShellLimits(requestOf({ method: 'bash-agent-vote', shellTokens: 9 }));
      refusePreparation(requestOf({ codeTokens: 900 }), true);
    }).not.toThrow();
  });
});
