import { checkSimulationRequest } from '../../../lab/simulation/simulation-request';
import type { SimulationRequest } from '../../../lab/simulation/simulation-request';

describe('the request of a simulation', () => {
  const usual: SimulationRequest = { dataset: 'bundled', model: 'recorded:bank.jsonl' };

  it('says everything that was left out', () => {
    const checked = checkSimulationRequest(usual);
    expect(checked.methods).toContain('code-tree');
    expect(checked).toMatchObject({
      ...{ budgets: [20], skipMissing: false, assurance: 'objects' },
      criticAccuracies: [0.5, 0.6, 0.7, 0.8, 0.9, 1],
    });
    expect(checked.seeds).toHaveLength(20);
  });

  it.each([
    [{ model: 'gpt-5' }, /model .*must be recorded:<bank>/],
    [{ methods: ['code-tre'] }, /methods .*must be one of code-tree/],
    [{ methods: [] }, /methods .*names none/],
    [{ seeds: [1, 1] }, /seeds .*has a member twice/],
    [{ seeds: [-1] }, /seeds .*whole number/],
    [{ budgets: [0] }, /budgets .*from 1 to 100/],
    [{ criticAccuracies: [1.5] }, /criticAccuracies .*from 0 to 1/],
    [{ threads: 0 }, /threads .*from 1 to 1000/],
  ])('is refused by the member that is wrong: %j', (changes, message) => {
    const request = { ...usual, ...changes };
    expect(() => checkSimulationRequest(request)).toThrow(message);
  });
});
