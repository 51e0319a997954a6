import { requireWhole } from '../../../activities/work/require-whole';
import { noOutcome } from '../../../core/kinds/search/outcome';
import { createMemoryStore } from '../../fakes/memory-store';

const attempt = { run: 'r', problem: 'P/0', sample: 2 };
const call = { role: 'solver', identity: 'f'.repeat(64), repair: false } as const;
const text = { sha256: 'e'.repeat(64), excerpt: '' };

const checked = (outcome: Partial<typeof noOutcome>) =>
  requireWhole(createMemoryStore(), attempt, { ...noOutcome, ...outcome });

describe('an outcome that the store has only in part', () => {
  it.each([
    ['1 texts and 0 answered model calls', { strategies: [text] }],
    ['0 texts and 1 answered model calls', { rootCalls: [call] }],
    ['1 texts and 1 answered model calls', { strategies: [text], rootCalls: [call] }],
  ])('starts the attempt again: without %s', async (lacking, outcome) => {
    await expect(checked(outcome as Partial<typeof noOutcome>)).rejects.toMatchObject({
      code: 'ATTEMPT_INCOMPLETE',
      fate: 'begins-anew',
      message: `P/0 (sample 2) of run r names ${lacking} that the store does not hold`,
    });
  });

  it('is accepted if it names nothing', async () => {
    await expect(checked({})).resolves.toBeUndefined();
  });
});
