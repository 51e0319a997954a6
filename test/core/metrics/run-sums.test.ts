import { createHash } from 'node:crypto';

import { canonicalJson } from '../../../core/values/canonical-json';
import { digestAttempt } from '../../../core/metrics/attempt-digest';
import { folded } from '../../../core/metrics/fold';
import { digestSums, runSums, sumsFormat } from '../../../core/metrics/run-sums';
import { inOrder } from './in-order';
import { kindsOfRecords, recordedCalls, refusedReply } from './kinds-of-records';
import { attemptOf } from './records';

const digests = Object.values(kindsOfRecords).map((result, at) =>
  digestAttempt(
    attemptOf(`p${String(at)}`, at, result),
    recordedCalls,
    result === kindsOfRecords['without a program'] ? refusedReply : null,
  ),
);
const sums = digests.map(digestSums);
const whole = folded(runSums(), sums);

describe('the sums of attempts', () => {
  it('say what they said when their format was counted: another text here is another format there', () => {
    const text = canonicalJson(inOrder(whole));
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
    expect([sumsFormat, hash]).toEqual([3, '06818f5d84d5']);
  });

  it('are the same whatever was added up first, and after they were written and read', () => {
    const [left, right] = [
      sums.filter((_, at) => at % 2 === 0),
      sums.filter((_, at) => at % 2 > 0),
    ];
    const parts = [right, left].map((some) => folded(runSums(), some));
    const read = JSON.parse(JSON.stringify(parts)) as typeof parts;
    expect(inOrder(folded(runSums(), read))).toEqual(inOrder(whole));
  });
});
