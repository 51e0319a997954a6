import { viewBank } from '../../../../llm/simulated/bank/bank-view';
import {
  replySettingsOf,
  type ReplySettingsInput,
} from '../../../../llm/simulated/replies/reply-settings';
import { replyTo } from '../../../../llm/simulated/replies/reply-to';
import type { ReplyRequest } from '../../../../llm/simulated/replies/reply';
import { ask, bankOf, line } from '../bank-samples';

function think(changes: Partial<ReplyRequest>, settings: ReplySettingsInput = {}) {
  const view = viewBank(bankOf([line()]));
  return replyTo({ kind: 'recorded', view, settings: replySettingsOf(settings) }, ask(changes));
}

function listOf(text: string, key: string): readonly string[] {
  return (JSON.parse(text) as Record<string, string[]>)[key] ?? [];
}

describe('the simulated Thinker', () => {
  it('proposes three strategies that differ, in JSON where a schema is given', () => {
    const { text, origin } = think({ role: 'thinker-strategies', structured: true });
    const strategies = listOf(text, 'strategies');
    expect(strategies).toHaveLength(3);
    expect(new Set(strategies).size).toBe(3);
    expect(origin).toEqual({ rule: 'canned' });
  });

  it('offers two reflections as a numbered list where none is given', () => {
    const lines = think({ role: 'thinker-reflections' }).text.split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^1\. \w/);
    expect(lines[1]).toMatch(/^2\. \w/);
  });

  it('gives as many as the settings say, all of them different', () => {
    const settings = { strategies: 20, reflections: 9 };
    const strategies = think({ role: 'thinker-strategies', structured: true }, settings).text;
    expect(new Set(listOf(strategies, 'strategies')).size).toBe(20);
    const reflections = think({ role: 'thinker-reflections', structured: true }, settings).text;
    expect(new Set(listOf(reflections, 'reflections')).size).toBe(9);
  });

  it('names other strategies than those that the request shows, however many there have been', () => {
    const shown: string[] = [];
    for (let asked = 0; asked < 6; asked += 1) {
      const messages = [{ role: 'user', content: shown.join('\n') }] as const;
      const { text } = think({ role: 'thinker-strategies', structured: true, messages });
      shown.push(...listOf(text, 'strategies'));
    }
    expect(new Set(shown).size).toBe(18);
  });

  it('names the function and what it takes where the request shows them', () => {
    expect(think({ role: 'thinker-strategies' }).text).toContain('For f with left, right: ');
    const messages = [{ role: 'user', content: 'Write something.' }] as const;
    expect(think({ role: 'thinker-strategies', messages }).text).not.toContain('For ');
  });

  it('thinks something else at another node and under another seed, and the same when asked again', () => {
    const at = (ordinal: number, seed = 7) =>
      think({ role: 'thinker-reflections', seed, draw: { sample: 0, ordinal } }).text;
    expect(at(3)).toBe(at(3));
    expect(new Set([0, 1, 2, 3, 4, 5].map((ordinal) => at(ordinal))).size).toBeGreaterThan(3);
    expect(new Set([0, 1, 2, 3, 4, 5].map((seed) => at(0, seed))).size).toBeGreaterThan(3);
  });
});
