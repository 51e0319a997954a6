import { judgingSets, visibleDifferences } from '../../report/judging-set';
import { configOf } from './small-run';

type Configured = Parameters<typeof visibleDifferences>[0][number];

const [whole, other, judged] = ['1', '2', '3'].map((digit) => digit.repeat(64));

function runOf(sha256: string | undefined, more: object = {}): Configured {
  const config = configOf();
  const dataset = { name: 'set', sha256, ...more };
  return { record: { config: { ...config, dataset } } } as unknown as Configured;
}

test('runs that are judged by the same tests are of one set, older ones by their whole hash', () => {
  const [old, first, second] = [
    runOf(whole),
    runOf(whole, { judgedSha256: judged }),
    runOf(other, { judgedSha256: judged }),
  ];
  const setOf = judgingSets([old, first, second]);
  expect([old, first, second].map(setOf)).toEqual([judged, judged, judged]);
  expect(judgingSets([old])(old)).toBe(whole);
});

test('one set shown with other visible tests is told with their sources', () => {
  const shown = (sha256: string | undefined, visibleTests?: string) =>
    runOf(sha256, {
      judgedSha256: judged,
      ...(visibleTests === undefined ? {} : { visibleTests }),
    });
  expect(visibleDifferences([shown(whole), shown(whole)])).toEqual([]);
  expect(visibleDifferences([runOf(whole), runOf(other)])).toEqual([]);
  expect(visibleDifferences([shown(whole), shown(other)])).toEqual([
    `Visible tests differ (set): unknown (sha256 of the data set ${'1'.repeat(12)}) / ` +
      `unknown (sha256 of the data set ${'2'.repeat(12)}).`,
  ]);
});
