import { isRunWaitingForKey, mayGoOn } from '../../../core/supervision/may-go-on';
import { isWaitingForKey, noKeyFor, waitsForKey } from '../../../core/supervision/waits-for-key';
import { notBegun } from '../../../core/work/not-begun';

const bundle = { version: '0.2.0', sha256: 'b'.repeat(64) };
const key = waitsForKey(noKeyFor('http://a.test/v1'));

describe('a supervisor', () => {
  it.each([
    ['running', null, null, true],
    ['running', null, bundle, true],
    ['paused', notBegun, bundle, true],
    ['paused', notBegun, null, false],
    ['paused', key, null, true],
    ['paused', 'paused by hand', bundle, false],
    ['paused', null, bundle, false],
    ['completed', key, bundle, false],
    ['cancelled', notBegun, bundle, false],
  ] as const)('%s (%s), begun with %j: goes on with it: %s', (status, reason, begunWith, may) => {
    expect(mayGoOn({ status, reason, bundle: begunWith })).toBe(may);
  });
});

describe('a run that waits for a key', () => {
  it('says so at the beginning of its reason, with what is missing', () => {
    expect(key).toBe(
      'waits for a key: there is none here for http://a.test/v1; OPENAI_API_KEY_FILE may name a file with it',
    );
    expect(isWaitingForKey(key)).toBe(true);
    expect(isWaitingForKey(`it ${key}`)).toBe(false);
    expect(isRunWaitingForKey({ status: 'paused', reason: key })).toBe(true);
    expect(isRunWaitingForKey({ status: 'running', reason: key })).toBe(false);
    expect(isRunWaitingForKey({ status: 'paused', reason: null })).toBe(false);
  });
});
