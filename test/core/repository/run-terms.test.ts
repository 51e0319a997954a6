import {
  caseClock,
  caseHashSeed,
  caseSeed,
  plainCaseLimits,
  watchedCaseLimits,
} from '../../../core/repository/run-terms';

test('records are compared only between runs on these terms, so that none may change', () => {
  expect([caseSeed, caseHashSeed, caseClock]).toEqual([0, 0, { start: 1_700_000_000 }]);
});

test('a case may wait ten times as long as it may compute, and a watched one gets five times as much', () => {
  expect(plainCaseLimits).toEqual({ cpuSeconds: 1, wallSeconds: 10, importSeconds: 30 });
  expect(watchedCaseLimits).toEqual({ cpuSeconds: 5, wallSeconds: 50, importSeconds: 30 });
});
