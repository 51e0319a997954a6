import type { DatasetProblem } from '../../../core/tasks/problem';
import { refuseAnswerRule, requireFitMethod } from '../../../lab/planning/require-fit-method';
import { checkRunRequest } from '../../../lab/planning/run-request';
import { scriptedProblem } from '../../workflows/support/scripted-problems';

const patch: DatasetProblem = {
  problem: {
    ...{ kind: 'patch', id: 'o__r-1', dataset: 'tasks', statement: 'It is wrong.', context: '' },
    source: {
      ...{ repository: 'o/r', address: null, commit: 'abcdef1', until: null, python: null },
      ...{ requirements: [], image: null },
    },
    runner: { kind: 'pytest', arguments: [], environment: {} },
    visibleTests: [],
  },
  hidden: {
    ...{ kind: 'patch', testPatch: 'x', failToPass: ['t'], passToPass: [] },
    ...{ logParser: 'pytest', evalType: 'pass-and-fail' },
  },
};
const rows = [scriptedProblem('P/0'), patch];

describe('a method on a kind of problem', () => {
  it.each(['agentless', 'bash-agent'])('%s is refused where there is no repository', (method) => {
    expect(() => requireFitMethod({ method }, ['P/0', 'o__r-1'], rows)).toThrow(
      `--method ${method} works on issues of repositories, and these problems have no repository: P/0`,
    );
    expect(() => requireFitMethod({ method }, ['o__r-1'], rows)).not.toThrow();
  });

  it('is refused where it is a dialogue and there is a repository', () => {
    expect(() => requireFitMethod({ method: 'refine' }, ['o__r-1'], rows)).toThrow(
      '--method refine does not work on issues of repositories: o__r-1',
    );
    expect(() => requireFitMethod({ method: 'refine' }, ['P/0'], rows)).not.toThrow();
  });

  it.each(['code-tree', 'direct', 'map-coder'])('%s works on every kind', (method) => {
    expect(() => requireFitMethod({ method }, ['P/0', 'o__r-1'], rows)).not.toThrow();
  });
});

describe('a rule for the answer', () => {
  it('is refused by a method with its own rule', () => {
    const asked = (method: string, answer?: 'best') =>
      checkRunRequest({ dataset: 'tasks.jsonl', model: 'm', method, answer });
    expect(() => refuseAnswerRule(asked('agentless', 'best'))).toThrow(
      '--answer means nothing for --method agentless',
    );
    expect(() => refuseAnswerRule(asked('agentless'))).not.toThrow();
    expect(() => refuseAnswerRule(asked('direct', 'best'))).not.toThrow();
  });
});
