import { waitingWords } from '../../../core/refinement/waiting-words';
import { ofProblem, played, unjudged, words } from './dialogue-player';

const attempt = { run: 'refine-1', problem: 'P/0', sample: 0 };
const rules = ofProblem({ feedback: 'person' });

describe('what people read of a dialogue that waits for one of them', () => {
  it('is which round it is about, and the command that answers', () => {
    const state = played(rules, unjudged('a'), words('r1'), unjudged('b'));
    expect(waitingWords(state, attempt, 1)).toBe(
      "a person is to say something of r2: espalier run steer feedback refine-1 P/0 'WORDS' --round r2",
    );
  });

  it('counts reminders, the first time being none', () => {
    const state = played(rules, unjudged('a'));
    expect(waitingWords(state, attempt, 3)).toContain('of r1 (reminder 2): ');
  });

  it('names the sample where there is more than one', () => {
    const state = played(rules, unjudged('a'));
    expect(waitingWords(state, { ...attempt, sample: 2 }, 1)).toMatch(
      / 'WORDS' --round r1 --sample 2$/u,
    );
  });
});
