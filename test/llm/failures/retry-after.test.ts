import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { findPackageRoot } from '../../../config/package-root';
import { retryAfterMs } from '../../../llm/failures/retry-after';

const nowMs = Date.parse('1994-11-06T08:49:37Z');
const wish = (headers: Record<string, string>) => retryAfterMs(new Headers(headers), nowMs);

describe('the wait that an answer asks for', () => {
  it.each([
    ['milliseconds', { 'retry-after-ms': '1500' }, 1_500],
    ['seconds', { 'retry-after': '7' }, 7_000],
    ['parts of a second', { 'retry-after': '0.25' }, 250],
    ['an HTTP date', { 'retry-after': 'Sun, 06 Nov 1994 08:49:47 GMT' }, 10_000],
    ['an RFC 850 date', { 'retry-after': 'Sunday, 06-Nov-94 08:49:47 GMT' }, 10_000],
    ['an asctime date, which is in UTC', { 'retry-after': 'Sun Nov  6 08:49:47 1994' }, 10_000],
    ['milliseconds before seconds', { 'retry-after-ms': '20', 'retry-after': '7' }, 20],
    ['seconds when the ms are nonsense', { 'retry-after-ms': 'x', 'retry-after': '7' }, 7_000],
  ])('is read from %s', (_form, headers, expected) => {
    expect(wish(headers as unknown as Record<string, string>)).toBe(expected);
  });

  // The zone of a process is fixed when it starts.
  it.each(['Asia/Kathmandu', 'America/Los_Angeles'])(
    'is read in UTC from a date without a zone on a machine in %s',
    (TZ) => {
      const script = join(__dirname, 'retry-after-in-zone.ts');
      const said = execFileSync(process.execPath, ['scripts/run.cjs', script], {
        cwd: findPackageRoot(),
        env: { ...process.env, TZ },
        encoding: 'utf8',
      });
      expect(said).toBe('10000\n');
    },
  );

  it.each([
    ['a day', { 'retry-after': '86400' }, 86_400_000],
    ['hours in ms', { 'retry-after-ms': '9999999' }, 9_999_999],
    ['a date a week away', { 'retry-after': 'Sun, 13 Nov 1994 08:49:37 GMT' }, 604_800_000],
  ])('is obeyed in full: %s', (_form, headers, expected) => {
    expect(wish(headers as unknown as Record<string, string>)).toBe(expected);
  });

  it.each([{ 'retry-after': '99999999' }, { 'retry-after': 'Fri, 31 Dec 2100 23:59:59 GMT' }])(
    'is none when nobody can have meant it, beyond a month: %j',
    (headers) => {
      expect(wish(headers as unknown as Record<string, string>)).toBeUndefined();
    },
  );

  it.each(['0', '-5', 'soon', '5 apples', '1e9', 'NaN', 'Sun, 06 Nov 1994 08:49:36 GMT', ''])(
    'is none for %j',
    (value) => {
      expect(wish({ 'retry-after': value, 'retry-after-ms': '-1' })).toBeUndefined();
    },
  );

  it('is none without a header', () => {
    expect(wish({})).toBeUndefined();
  });
});
