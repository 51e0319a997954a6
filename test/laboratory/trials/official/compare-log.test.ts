import {
  differencesFromOfficial,
  differencesFromRecord,
  withMarks,
} from '../../../../laboratory/trials/official/compare-log';
import type { ComparedLog } from '../../../../laboratory/trials/official/compare-log';
import {
  differencesOfReport,
  differencesOfRun,
} from '../../../../laboratory/trials/official/exported-logs';

const log = withMarks('PASSED f\nFAILED p\n');
const compared: ComparedLog = {
  name: 'o__n-1',
  log,
  parser: 'pytest',
  evalType: 'pass-and-fail',
  gold: { failToPass: ['f'], passToPass: ['p'] },
};
const none = { success: [], failure: [] };
const tests = {
  FAIL_TO_PASS: { success: ['f'], failure: [] },
  PASS_TO_PASS: { success: [], failure: ['p'] },
  ...{ FAIL_TO_FAIL: none, PASS_TO_FAIL: none },
};
const report = { patch_successfully_applied: true, resolved: false, tests_status: tests };

describe('our reading of a log beside the one of swebench', () => {
  it('has no difference when statuses, verdict and tests are equal', () => {
    const answer = { id: 'a', statuses: { f: 'PASSED', p: 'FAILED' }, report };
    expect(differencesFromOfficial(compared, answer)).toEqual([]);
  });

  it('names what differs, with both sides', () => {
    const answer = {
      id: 'a',
      statuses: { f: 'PASSED', p: 'PASSED' },
      report: { ...report, resolved: true },
    };
    expect(differencesFromOfficial(compared, answer)).toEqual([
      expect.objectContaining({ of: 'statuses', reason: null }),
      {
        ...{ name: 'o__n-1', of: 'verdict', reason: null },
        ...{ ours: '"not resolved"', theirs: '"resolved"' },
      },
    ]);
  });

  it('adds marks only to a log that has none', () => {
    expect(withMarks(log)).toBe(log);
  });
});

describe('our verdict beside a recorded one', () => {
  it('is explained only by a note of the data', () => {
    const recorded = { resolved: true, note: null };
    expect(differencesFromRecord(compared, recorded, '5')).toEqual([
      expect.objectContaining({ of: 'recorded verdict', ours: 'not resolved', reason: null }),
    ]);
    const [noted] = differencesFromRecord(compared, { ...recorded, note: 'other try' }, '5');
    expect(noted).toMatchObject({ reason: 'other try' });
  });

  it('is not compared when the harness wrote none', () => {
    expect(differencesFromRecord(compared, { resolved: null, note: null }, '5')).toEqual([]);
  });

  it('compares recorded tests in any order', () => {
    const recorded = { resolved: false, tests, note: null };
    expect(differencesFromRecord(compared, recorded, '5')).toEqual([]);
    const other = { ...tests, PASS_TO_PASS: { success: ['p'], failure: [] } };
    expect(differencesFromRecord(compared, { ...recorded, tests: other }, '5')).toEqual([
      expect.objectContaining({ of: 'recorded tests' }),
    ]);
  });
});

describe('an exported report beside the one of swebench', () => {
  const own = { name: 'o__n-1', report, isTampered: false };

  it('may be absent where swebench finds no result', () => {
    const noResult = { patch_successfully_applied: false, resolved: false };
    expect(differencesOfReport({ ...own, report: null }, noResult)).toEqual([]);
    expect(differencesOfReport({ ...own, report: null }, report)).toHaveLength(1);
  });

  it('differs with a reason where the verdict is tampered', () => {
    const resolved = { ...report, resolved: true };
    expect(differencesOfReport(own, resolved)).toMatchObject([{ of: 'report', reason: null }]);
    const tampered = { ...own, isTampered: true };
    expect(differencesOfReport(tampered, resolved)).toMatchObject([
      { reason: expect.stringContaining('strict') as string },
    ]);
  });

  it('of a run is compared whole', () => {
    const question = { id: 'm.r.json', folder: '', run: 'r', instances: [], predictions: {} };
    const run = { question, report: { resolved_ids: [] } };
    expect(differencesOfRun(run, { resolved_ids: [] })).toEqual([]);
    expect(differencesOfRun(run, { resolved_ids: ['a'] })).toHaveLength(1);
  });
});
