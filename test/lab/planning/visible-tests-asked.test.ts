import { resolve } from 'node:path';

import { visibleTestsAsked } from '../../../lab/planning/visible-tests-asked';

describe('the visible tests that are asked for', () => {
  it('are a rule by its name, and else a file', () => {
    expect(visibleTestsAsked('paper')).toEqual({ visibleTests: 'paper' });
    const file = 'test/lab/planning/visible-tests-asked.test.ts';
    expect(visibleTestsAsked(file)).toEqual({ visibleTestsFile: resolve(file) });
  });

  it('are refused with the flag and the rules when they are neither', () => {
    expect(() => visibleTestsAsked('docstrings')).toThrow(
      expect.objectContaining({
        code: 'BAD_FLAG',
        message: '--visible-tests "docstrings" is neither a rule nor a file',
        remedy: expect.stringContaining('docstring, paper, none') as string,
      }) as Error,
    );
  });
});
