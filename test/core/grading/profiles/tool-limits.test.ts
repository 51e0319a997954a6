import { toolLimits, wholeMs } from '../../../../core/grading/profiles/tool-limits';
import { visibleLimit } from '../../../../core/grading/visible-limit';

test.each([
  [0, 100, 100],
  [1, 100, 100],
  [3, 100, 300],
  [36_000, 100, 3_600_000],
  [36_001, 100, 3_600_000],
])('%d cases of %d ms take %d ms at most', (cases, each, whole) => {
  expect(wholeMs(cases, each)).toBe(whole);
});

test('the limit of the tool holds by both clocks, rounded up, and the others stay', () => {
  const limits = visibleLimit({ memoryMb: 7 });
  expect(toolLimits(limits, 10.1)).toEqual({ ...limits, cpuMs: 11, wallMs: 11 });
});
