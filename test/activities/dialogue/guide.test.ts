import type { PlannedRound } from '../../../core/refinement/planned-round';
import type { TestedProgram } from '../../../core/schemas/dialogue';
import type { Script } from '../../fakes/scripted-model';
import { refining } from '../../workflows/support/scripted-dialogue';
import { activitiesUnderTest, attempt } from '../activities-under-test';

const round: PlannedRound = {
  ...{ id: 'r1', ordinal: 0, parent: null, number: 1 },
  ...{ last: false, runsCode: true, tokensLeft: null, after: 0 },
};
const reference = 'def f(x):\n    return x + 41\n';

/** What a simulated person says of a program that failed, and what was asked of whom. */
async function guided(
  source: 'human' | 'oracle',
  { script, humanModel }: { readonly script: Script; readonly humanModel?: string },
) {
  const settings = { feedback: source, ...(humanModel === undefined ? {} : { humanModel }) };
  const { run, store, model } = await activitiesUnderTest({
    script,
    config: refining(settings),
    hidden: { reference },
  });
  const words = { sha256: await store.blobs.put('f(1) gave 7'), excerpt: 'f(1) gave 7' };
  const execution: TestedProgram = {
    ...{ on: 'tests', kind: 'wrong-output', verdict: 'failed' },
    ...{ passed: 1, total: 2, words, timeSensitive: false },
  };
  const program = await store.blobs.put('def f(x):\n    return 7\n');
  const given = await run('giveFeedback', { attempt, round, program, execution, source });
  const text = await store.blobs.get(given.feedback.text.sha256);
  return { given, text, requests: model.calls.map(({ request }) => request) };
}

describe('a simulated person', () => {
  it.each([
    ['human', 'other'],
    ['oracle', 'other'],
    ['human', undefined],
  ] as const)('(%s) is played by the model that the run names: %s', async (source, humanModel) => {
    const script = { [source]: ['Mind the second case.'] };
    const how = humanModel === undefined ? { script } : { script, humanModel };
    const { requests, text } = await guided(source, how);
    expect(requests.map(({ model }) => model)).toEqual([humanModel ?? 'scripted']);
    expect(text).toBe('Mind the second case.');
  });

  it('sees what running the program gave, and the reference only as an oracle', async () => {
    for (const source of ['human', 'oracle'] as const) {
      const { requests, given } = await guided(source, { script: { [source]: ['Look again.'] } });
      const asked = JSON.stringify(requests[0]?.messages);
      expect(asked).toContain('f(1) gave 7');
      expect(asked.includes('x + 41')).toBe(source === 'oracle');
      expect(given.feedback.text.excerpt).toBe(source === 'oracle' ? '' : 'Look again.');
    }
  });

  it('is asked again for words that may not be told, and at last a fixed sentence stands in', async () => {
    const code = '```python\nreturn x\n```';
    const { given, requests } = await guided('human', { script: { human: [code, '', code] } });
    expect(given.feedback).toMatchObject({ refused: ['code', 'empty', 'code'], neutral: true });
    expect(requests).toHaveLength(3);
    expect(given.calls).toHaveLength(3);
  });
});
