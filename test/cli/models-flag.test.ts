import { modelsFlag } from '../../cli/models-flag';

describe('models behind commas', () => {
  it.each<[string, readonly string[]]>([
    ['gpt-4o', ['gpt-4o']],
    ['gpt-4o-mini, gpt-4o', ['gpt-4o-mini', 'gpt-4o']],
    ['simulated,gpt-4o', ['simulated', 'gpt-4o']],
    ['recorded:a.jsonl,b.jsonl', ['recorded:a.jsonl,b.jsonl']],
    ['gpt-4o,recorded:a,b,simulated:c,d', ['gpt-4o', 'recorded:a,b', 'simulated:c,d']],
    ['recorded:a,recorded:b', ['recorded:a', 'recorded:b']],
    [' , ', []],
  ])('%j are %j: what follows a bank is another file of it', (typed, models) => {
    expect(modelsFlag(typed)).toEqual(models);
  });
});
