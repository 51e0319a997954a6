import { problemRules } from '../../../core/refinement/problem-rules';

type Config = Parameters<typeof problemRules>[0];

test('the rules of a dialogue are what its run was asked for, without a limit that nobody named', () => {
  const dialogue = { rounds: 4, feedback: 'human', profile: 'oci' };
  const of = (changes: object) => problemRules({ dialogue: { ...dialogue, ...changes } } as Config);
  const named = { of: 'problem', rounds: 4, feedback: 'human' };
  expect(of({})).toEqual({ ...named, patience: null, tokenBudget: null });
  const patience = { rounds: 2 } as never;
  expect(of({ patience, tokenBudget: 900 })).toEqual({ ...named, patience, tokenBudget: 900 });
});
