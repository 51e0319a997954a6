import { authorAtEndpoint } from '../../report/author-text';
import { evaluationMembers } from '../core/evaluation/evaluation-members';
import { scriptedRunConfig } from '../workflows/support/scripted-problems';
import { configOf } from './small-run';

describe('who wrote what was graded, and at which endpoint', () => {
  it('is the model with its endpoint, or another one that was asked there', () => {
    const config = scriptedRunConfig();
    expect(authorAtEndpoint(config)).toBe('scripted at http://model.test/v1');
    expect(authorAtEndpoint(config, 'critic')).toBe('critic at http://model.test/v1');
  });

  it('is of our own servers what they answer from, whoever was asked', () => {
    expect(authorAtEndpoint(configOf())).toBe('recorded:bbbb');
    expect(authorAtEndpoint(configOf(), 'critic')).toBe('recorded:bbbb');
  });

  it('is of an evaluation what its samples are called', () => {
    const config = scriptedRunConfig({
      kind: 'evaluation',
      method: 'evaluate',
      model: { kind: 'none', name: 'none', logicalEndpoint: 'none' },
      ...evaluationMembers({ source: 'gpt.jsonl' }),
    });
    expect(authorAtEndpoint(config)).toBe('gpt.jsonl');
  });
});
