import { askedAt } from '../../../core/work/asked-at';
import { isNotBegun, notBegun } from '../../../core/work/not-begun';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';

const config = scriptedRunConfig();

test('the model of a run that was moved is asked at the new address, and is the same otherwise', () => {
  expect(askedAt({ config, movedTo: null })).toEqual(config.model);
  expect(askedAt({ config, movedTo: 'http://b.test/v1' })).toEqual({
    ...config.model,
    logicalEndpoint: 'http://b.test/v1',
  });
});

test.each([
  ['paused', notBegun, true],
  ['running', notBegun, false],
  ['paused', 'no key', false],
  ['paused', null, false],
])('a run that is %s (%s) has not begun: %s', (status, reason, is) => {
  expect(isNotBegun({ status, reason })).toBe(is);
});
