import { checkTerms } from '../../../activities/grading/check-terms';
import { configOf } from '../../report/small-run';

test.each(['visible', 'hidden'] as const)('%s tests have their own limits', (tests) => {
  const config = configOf();
  const limits = {
    visible: { ...config.limits.visible, cpuMs: 1 },
    hidden: { ...config.limits.hidden, cpuMs: 2 },
  };
  expect(checkTerms({ ...config, limits, seed: 9 }, tests, 'isolated' as never)).toEqual({
    limits: limits[tests],
    seed: 9,
    assurance: 'isolated',
    grading: config.grading,
  });
});
