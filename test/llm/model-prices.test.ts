import { modelPrice, modelPrices, priceOf } from '../../llm/model-prices';

describe('the price of an answer', () => {
  it('counts input and output tokens at their own price', () => {
    expect(priceOf('gpt-4o', { promptTokens: 1_000_000, completionTokens: 100_000 })).toBeCloseTo(
      3.5,
    );
  });

  it('is that of the family for a dated snapshot, unless the snapshot has its own', () => {
    expect(modelPrice('gpt-4o-mini-2024-07-18')).toBe(modelPrice('gpt-4o-mini'));
    expect(modelPrice('gpt-4o-2024-05-13')?.inputUsd).toBe(5);
  });

  it.each(['my-finetune', 'constructor', '__proto__', 'gpt-4o-audio', ''])(
    'is unknown, not zero, for %j',
    (model) => {
      expect(priceOf(model, { promptTokens: 1, completionTokens: 1 })).toBeNull();
    },
  );

  it('is unknown when the usage is', () => {
    expect(priceOf('gpt-4o', null)).toBeNull();
  });

  it.each([
    ['gpt-5.1', 1.25, 10],
    ['gpt-5.1-codex-mini', 0.25, 2],
    ['gpt-5', 1.25, 10],
    ['gpt-5-mini', 0.25, 2],
    ['gpt-4o', 2.5, 10],
    ['gpt-4o-mini', 0.15, 0.6],
    ['o3', 2, 8],
    ['o3-mini', 1.1, 4.4],
  ])('of a million tokens read and written by %s is that of the list', (model, input, output) => {
    const million = 1_000_000;
    const nothing = { promptTokens: 0, completionTokens: 0 };
    expect(priceOf(model, { ...nothing, promptTokens: million })).toBeCloseTo(input);
    expect(priceOf(model, { ...nothing, completionTokens: million })).toBeCloseTo(output);
  });

  it('is dated and sourced in every row, and costs something', () => {
    for (const [name, price] of Object.entries(modelPrices)) {
      expect(price.asOf).toMatch(/^20\d\d-\d\d(-\d\d)?$/);
      expect(price.source).not.toBe('');
      expect(price.inputUsd).toBeGreaterThan(0);
      // An embedding model writes nothing.
      if (name.startsWith('text-embedding')) expect(price.outputUsd).toBe(0);
      else expect(price.outputUsd).toBeGreaterThanOrEqual(price.inputUsd);
    }
  });
});
