import { refuseForeignOptions } from '../../../lab/planning/foreign-options';

describe('options of another kind of work', () => {
  it('are refused by their flag', () => {
    expect(() => {
      refuseForeignOptions('refine', { budget: 5 });
    }).toThrow(
      expect.objectContaining({
        code: 'OPTION_OF_OTHER_KIND',
        message: '--budget means nothing for --method refine',
      }) as Error,
    );
    expect(() => {
      refuseForeignOptions('code-tree', { seed: 1, maxRounds: 2 });
    }).toThrow('--max-rounds means nothing for --method code-tree');
  });

  it('are not those of its own kind, of every kind, or that were not given', () => {
    refuseForeignOptions('refine', { maxRounds: 2, seed: 1, budget: undefined });
    refuseForeignOptions('code-tree', { budget: 5, seed: 1 });
  });

  it('are looked for only of a method that there is', () => {
    expect(() => {
      refuseForeignOptions('nix', {});
    }).toThrow(expect.objectContaining({ code: 'UNKNOWN_METHOD' }) as Error);
  });
});
