import type { PlannedRound } from '../../../core/refinement/planned-round';
import { refining } from '../../workflows/support/scripted-dialogue';
import { programReply } from '../../workflows/support/scripted-problems';
import { activitiesUnderTest, attempt } from '../activities-under-test';

const round: PlannedRound = {
  id: 'r1',
  ordinal: 0,
  parent: null,
  number: 1,
  last: false,
  after: 0,
  tokensLeft: null,
  runsCode: true,
};
const wrong = [
  "The results aren't as expected.",
  'Input: ',
  'Expected Output: ',
  "Actual Output: 'something else'",
].join('\n');

describe('a round’s program on hidden tests of two suites', () => {
  it.each([
    ['same', 'ppff', 'wrong-output', `${wrong}\n${wrong}`],
    ['same', 'pppf', 'wrong-output', wrong],
    ['same', 'ppfp', 'wrong-output', wrong],
    ['same', 'pppp', 'passed', ''],
    ['base', 'ppff', 'wrong-output', wrong],
  ] as const)(
    'is told of in the words of `oci` by %s tests: %s',
    async (tests, became, kind, words) => {
      const { run, store } = await activitiesUnderTest({
        config: refining({ feedbackTests: tests, profile: 'oci' }),
        hidden: { plus: 'assert f(4) == 4' },
        programs: { one: became },
      });
      const program = await store.blobs.put(
        programReply('one').replace(/^.*```python\n|```\n$/gs, ''),
      );
      const execution = await run('executeProgram', { attempt, round, program });
      expect(execution).toMatchObject({ on: 'tests', kind, words: { excerpt: '' } });
      expect(await store.blobs.get(execution.words.sha256)).toBe(words);
    },
  );
});
