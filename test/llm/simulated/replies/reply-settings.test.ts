import {
  logicalEndpointOf,
  replySettingsOf,
  type ReplySettingsInput,
} from '../../../../llm/simulated/replies/reply-settings';

const bankSha256 = 'a'.repeat(64);
const recorded = (settings: ReplySettingsInput = {}) =>
  logicalEndpointOf({ kind: 'recorded', bankSha256, settings });
const simulated = (settings: ReplySettingsInput = {}) =>
  logicalEndpointOf({ kind: 'simulated', bankSha256, settings });

describe('logicalEndpointOf', () => {
  it('names kind, bank and settings; a pin, for answers are kept under it', () => {
    expect(recorded()).toBe(
      `recorded:${bankSha256}#{"criticAccuracy":0.8,"format":1,"reflections":2,"strategies":3}`,
    );
    expect(simulated({ competence: 0.25 })).toBe(
      `simulated:${bankSha256}#{"competence":0.25,"criticAccuracy":0.8,"format":1,"reflections":2,"strategies":3}`,
    );
  });

  it('tells a default that is written out from no other', () => {
    const defaults = { criticAccuracy: 0.8, strategies: 3, reflections: 2, competence: 0.5 };
    expect(recorded(defaults)).toBe(recorded());
    expect(simulated(defaults)).toBe(simulated());
    expect(recorded({ contentFaults: { refusal: 0 } })).toBe(recorded());
  });

  it('differs with every setting that changes a reply', () => {
    const others: ReplySettingsInput[] = [
      { criticAccuracy: 0.9 },
      { bankModel: 'starcoder' },
      { strategies: 4 },
      { reflections: 1 },
      { contentFaults: { refusal: 0.1 } },
      { contentFaults: { cutOff: 0.1 } },
    ];
    expect(new Set([recorded(), ...others.map(recorded)]).size).toBe(others.length + 1);
    expect(simulated({ competence: 0.6 })).not.toBe(simulated());
  });

  it('does not depend on a competence that a recorded model does not have', () => {
    expect(recorded({ competence: 0.9 })).toBe(recorded());
  });
});

describe('replySettingsOf', () => {
  it.each<[ReplySettingsInput, RegExp]>([
    [{ criticAccuracy: 1.1 }, /criticAccuracy/],
    [{ competence: -0.1 }, /competence/],
    [{ strategies: 0 }, /strategies/],
    [{ bankModel: '' }, /bankModel/],
    [{ contentFaults: { refusal: 0.6, cutOff: 0.6 } }, /contentFaults.*more than 1/],
  ])('refuses %j, naming the setting', (settings, words) => {
    expect(() => replySettingsOf(settings)).toThrow(
      expect.objectContaining({
        code: 'BAD_MODEL_SETTING',
        exitCode: 2,
        message: expect.stringMatching(words) as string,
      }) as Error,
    );
  });
});
