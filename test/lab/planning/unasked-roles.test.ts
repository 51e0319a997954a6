import { refuseUnaskedRoles } from '../../../lab/planning/unasked-roles';
import { checkRunRequest } from '../../../lab/planning/run-request';
import type { RunRequest } from '../../../lab/planning/run-request';

describe('a model or an accuracy for a role', () => {
  const refuse = (asked: Partial<RunRequest>) => () => {
    refuseUnaskedRoles(checkRunRequest({ dataset: 'bundled', model: 'simulated', ...asked }));
  };
  const refusal = (option: string, method: string, lacks: string) =>
    expect.objectContaining({
      code: 'OPTION_OF_OTHER_KIND',
      message: `${option} means nothing for --method ${method}, which has no ${lacks}`,
    }) as Error;

  it('is taken by a method that asks the role', () => {
    const all = { thinkerModel: 'a', criticModel: 'b', criticAccuracy: 0.5 };
    expect(refuse({ method: 'code-tree', ...all })).not.toThrow();
  });

  it.each([
    ['direct', { thinkerModel: 'a' }, '--thinker-model', 'Thinker'],
    ['direct', { criticModel: 'a' }, '--critic-model', 'Critic'],
    ['direct', { criticAccuracy: 0 }, '--critic-accuracy', 'Critic that verifies programs'],
    [
      'code-tree-no-verification',
      { criticAccuracy: 0.5 },
      '--critic-accuracy',
      'Critic that verifies programs',
    ],
  ])('is refused by %s, which does not ask: %j', (method, given, option, lacks) => {
    expect(refuse({ method, ...given })).toThrow(refusal(option, method, lacks));
  });

  it('is taken for a critic that only scores', () => {
    expect(refuse({ method: 'code-tree-no-verification', criticModel: 'a' })).not.toThrow();
  });

  it('does not apply to other kinds of work', () => {
    expect(refuse({ method: 'refine', thinkerModel: 'a' })).not.toThrow();
  });
});
