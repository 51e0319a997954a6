import { saysItself, settles } from '../../../core/refinement/round-feedback';
import { feedbackKinds, feedbackSources } from '../../../core/schemas/dialogue';
import { block, ofChat, ofProblem, tested } from './dialogue-player';

describe('what execution says of a round', () => {
  it('settles it when all tests pass, or there are none and it loads', () => {
    const settled = feedbackKinds.filter((kind) => settles(tested(kind)));
    expect(settled).toEqual(['passed', 'loads']);
    expect(settles(block())).toBe(false);
  });

  it('is told to the model where nobody else is to say what is wrong', () => {
    const execution = tested('exception');
    const itself = { source: 'execution', text: execution.words, refused: [], neutral: false };
    const say = feedbackSources.map((feedback) => saysItself(ofProblem({ feedback }), execution));
    expect(say).toEqual(feedbackSources.map((source) => (source === 'execution' ? itself : null)));
  });

  it('is told to the model of every block of a chat', () => {
    expect(saysItself(ofChat, block('raised'))).toMatchObject({ text: block('raised').words });
  });

  it('is not told where there is nothing to mend', () => {
    expect(saysItself(ofProblem(), tested('passed'))).toBeNull();
    expect(saysItself(ofProblem(), tested('loads'))).toBeNull();
  });
});
