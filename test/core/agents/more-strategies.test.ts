import { buildMoreStrategiesMessages } from '../../../core/agents/more-strategies';
import { buildStrategiesMessages } from '../../../core/agents/thinker-strategies';
import { scriptedProblem } from '../../workflows/support/scripted-problems';

describe('the question for more strategies', () => {
  it('is the first one, with the earlier strategies quoted below it', () => {
    const { problem } = scriptedProblem('P/0');
    const asked = { problem, atMost: 7 };
    const more = buildMoreStrategiesMessages({ ...asked, earlier: ['sort', 'count'] });
    const first = buildStrategiesMessages(asked);
    expect(more[0]).toEqual(first[0]);
    expect(more[1]?.content).toMatch(/^[\s\S]*1\. sort\n2\. count[\s\S]*$/);
    expect(more[1]?.content.startsWith(first[1]?.content ?? '-')).toBe(true);
  });
});
