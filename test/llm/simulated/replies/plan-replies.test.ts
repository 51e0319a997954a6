import { parsePlanReply } from '../../../../core/agents/map-coder/planner';
import { parseRecallReply } from '../../../../core/agents/map-coder/recaller';
import { viewBank } from '../../../../llm/simulated/bank/bank-view';
import {
  logicalEndpointOf,
  replySettingsOf,
  type ReplySettingsInput,
} from '../../../../llm/simulated/replies/reply-settings';
import { replyTo } from '../../../../llm/simulated/replies/reply-to';
import type { ReplyRequest } from '../../../../llm/simulated/replies/reply';
import { ask, bankOf, line } from '../bank-samples';

function said(changes: Partial<ReplyRequest>, settings: ReplySettingsInput = {}): string {
  const view = viewBank(bankOf([line()]));
  const model = { kind: 'recorded', view, settings: replySettingsOf(settings) } as const;
  return replyTo(model, ask(changes)).text;
}

describe('the simulated model asked for plans', () => {
  it.each([true, false])(
    'recalls four problems that our reader reads (in JSON: %s)',
    (structured) => {
      const read = parseRecallReply(said({ role: 'recaller', structured }), 10);
      expect(read.ok && new Set(read.value).size).toBe(4);
    },
  );

  it('recalls as many as the settings say, and others under another seed', () => {
    const many = parseRecallReply(
      said({ role: 'recaller', structured: true }, { examples: 9 }),
      20,
    );
    expect(many.ok && new Set(many.value).size).toBe(9);
    const seeds = [0, 1, 2, 3].map((seed) => said({ role: 'recaller', seed }));
    expect(new Set(seeds).size).toBeGreaterThan(1);
  });

  it.each([true, false])(
    'makes plans of differing confidence after differing examples (in JSON: %s)',
    (structured) => {
      const plans = ['a', 'b', 'c', 'd', 'e', 'f'].map((content) => {
        const messages = [{ role: 'user', content }] as const;
        const text = said({ role: 'planner', structured, messages });
        expect(said({ role: 'planner', structured, messages })).toBe(text);
        return parsePlanReply(text);
      });
      const confidences = plans.map((read) => (read.ok ? read.value.confidence : null));
      expect(confidences).not.toContain(null);
      expect(new Set(confidences).size).toBeGreaterThan(3);
    },
  );

  it('keeps its name while the number of examples is the usual one', () => {
    const named = (settings: ReplySettingsInput) =>
      logicalEndpointOf({ kind: 'recorded', bankSha256: 'b', settings });
    expect(named({ examples: 4 })).toBe(named({}));
    expect(named({})).not.toContain('examples');
    expect(named({ examples: 5 })).not.toBe(named({}));
  });
});
