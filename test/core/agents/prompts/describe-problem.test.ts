import { describeProblem } from '../../../../core/agents/prompts/describe-problem';
import { sampleProblem } from '../sample-problem';

describe('a problem in a prompt', () => {
  it('is its statement, the name of what is wanted, and the visible tests', () => {
    const text = describeProblem(sampleProblem);
    expect(text).toContain('Python function `double`');
    expect(text).toContain('```python\ndef double(x):');
    expect(text).toContain('assert double(2) == 4\nassert double(0) == 0');
  });

  it('in prose is not called Python', () => {
    const text = describeProblem({ ...sampleProblem, statement: 'Double x.', preamble: '' });
    expect(text).toContain('```\nDouble x.\n```');
  });

  it('without visible tests does not mention any', () => {
    expect(describeProblem({ ...sampleProblem, visibleTests: [] })).not.toContain('Tests');
  });

  it('shows what the visible tests need before them', () => {
    const text = describeProblem({ ...sampleProblem, visibleSetup: 'import math' });
    expect(text).toContain('import math\nassert double(2) == 4');
  });
});
