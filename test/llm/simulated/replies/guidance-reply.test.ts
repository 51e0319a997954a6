import { guidanceReply } from '../../../../llm/simulated/replies/guidance-reply';
import { ask } from '../bank-samples';

function said(role: 'human' | 'oracle', ordinal: number, seed = 7): string {
  return guidanceReply(ask({ role, seed, draw: { sample: 0, ordinal } })).text;
}

describe('a simulated person', () => {
  const many = Array.from({ length: 60 }, (_, ordinal) => said('human', ordinal));

  it('says one to three sentences, without code', () => {
    const counts = many.map((text) => text.split(/(?<=\.)\s/).length);
    expect(new Set(counts)).toEqual(new Set([1, 2, 3]));
    expect(many.join('')).not.toMatch(/`|def |=/);
  });

  it('says the same to the same question, and another thing to another', () => {
    expect(said('human', 3)).toBe(said('human', 3));
    expect(new Set(many).size).toBeGreaterThan(10);
    const oracles = many.map((_, ordinal) => said('oracle', ordinal));
    expect(oracles).not.toEqual(many);
  });
});
