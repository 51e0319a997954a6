import { withEarlier } from '../../../core/agents/more-strategies';
import { promptSets } from '../../../core/agents/prompt-sets/prompt-sets';
import { sampleProblem } from './sample-problem';

describe('the question for more strategies', () => {
  it.each(Object.values(promptSets))(
    'is the first one of the set $name, with the earlier strategies quoted below it',
    ({ strategies }) => {
      const first = strategies({ problem: sampleProblem, atMost: 7 });
      const more = withEarlier(first, ['sort', 'count']);
      expect(more.messages[0]).toEqual(first.messages[0]);
      expect(more.messages[1]?.content).toMatch(/^[\s\S]*1\. sort\n2\. count[\s\S]*$/);
      expect(more.messages[1]?.content.startsWith(first.messages[1]?.content ?? '-')).toBe(true);
      expect(more.format).toBe(first.format);
    },
  );
});
