import { createHash } from 'node:crypto';

import { digestAttempt, digestFormat } from '../../../core/metrics/attempt-digest';
import { failureOf } from '../../../core/metrics/failure';
import type { AttemptResult } from '../../../core/ports/records';
import {
  kindsOfRecords,
  recordedCalls,
  refusedReply,
  searched,
  withoutProgram,
} from './kinds-of-records';
import { attemptOf } from './records';

const digestOf = (result: AttemptResult) =>
  digestAttempt(
    attemptOf('p0', 0, result),
    recordedCalls,
    result === withoutProgram ? refusedReply : null,
  );

describe('a digest of an attempt', () => {
  it('says what it said when its format was counted: another text here is another format there', () => {
    const hashes = Object.entries(kindsOfRecords).map(([name, result]) => {
      const text = JSON.stringify(digestOf(result));
      return `${name}: ${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
    });
    expect([digestFormat, hashes]).toEqual([
      1,
      [
        'solved, with suites: 8375842dd0b3',
        'failed, with programs made ahead: f4470dd1c984',
        'without a program: d62a7117fcef',
        'dialogue: fca623fa0c63',
        'unscored search: 49a2d924f46a',
        'unscored dialogue: 5dfe4e747611',
        'unscored environment: d0a47c712116',
        'unscored evaluation: 13b756f0fe77',
        'unscored task: 1a8bc18379b1',
        'unscored dataset: dac12ab3016f',
      ],
    ]);
  });

  it('is the same after it was written and read', () => {
    for (const result of Object.values(kindsOfRecords)) {
      const digest = digestOf(result);
      expect(JSON.parse(JSON.stringify(digest))).toEqual(digest);
    }
  });

  it('holds no texts, of programs that were made ahead neither', () => {
    expect(JSON.stringify(digestOf(searched))).not.toContain('a secret strategy');
  });
});

describe('what was seen of a failure', () => {
  it('is its first line, of a reply without one its beginning', () => {
    expect(digestOf(searched).failure).toMatchObject({ reason: 'raised', detail: 'KeyError: 3' });
    const attempt = attemptOf('p0', 0, withoutProgram);
    expect(failureOf(attempt, refusedReply)?.detail).toBe('I am sorry, but I will not.');
    const long = { ...refusedReply, text: '{"a":'.repeat(10_000) };
    expect(failureOf(attempt, long)?.detail).toHaveLength(500);
  });
});
