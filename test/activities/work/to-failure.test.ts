import { ApplicationFailure, CancelledFailure } from '@temporalio/activity';

import { toFailure } from '../../../activities/work/to-failure';
import { EspalierError } from '../../../core/errors/errors';
import type { ErrorFate } from '../../../core/errors/errors';

function failureOf(fate: ErrorFate, retryAfterMs?: number): Error {
  const pause = retryAfterMs === undefined ? {} : { retryAfterMs };
  return toFailure(
    new EspalierError('model m: no', { code: 'NO', remedy: 'Ask again', fate, ...pause }),
  );
}

describe('the durable fate of an error', () => {
  it.each([
    ['retryable', false],
    ['waits', true],
    ['terminal', true],
    ['pauses-run', true],
    ['begins-anew', true],
  ] as const)('%s: its type says so', (fate, nonRetryable) => {
    const failure = failureOf(fate);
    expect(failure).toBeInstanceOf(ApplicationFailure);
    expect(failure).toMatchObject({
      type: `espalier.${fate}`,
      nonRetryable,
      message: 'model m: no. Ask again',
      details: [{ code: 'NO', fate, remedy: 'Ask again' }],
    });
  });

  it('asks for the wait that an endpoint asked for', () => {
    expect(failureOf('retryable', 7_000)).toMatchObject({ nextRetryDelay: 7_000 });
    expect(failureOf('retryable')).toMatchObject({ nextRetryDelay: undefined });
    // Only a gate waits by this member: the engine itself waits before another try.
    const facts = { code: 'NO', remedy: 'Ask again' };
    expect((failureOf('retryable', 7_000) as ApplicationFailure).details).toEqual([
      { ...facts, fate: 'retryable' },
    ]);
    expect((failureOf('waits') as ApplicationFailure).details).toEqual([
      { ...facts, fate: 'waits' },
    ]);
    expect(failureOf('waits', 700_000)).toMatchObject({
      details: [{ fate: 'waits', waitMs: 700_000 }],
      nonRetryable: true,
    });
  });

  it('is a cancellation when somebody asked for the end', () => {
    expect(failureOf('cancelled')).toBeInstanceOf(CancelledFailure);
  });

  it('is another try for an error that is not ours, with its name', () => {
    const cause = new TypeError('x is not a function');
    expect(toFailure(cause)).toMatchObject({
      type: 'espalier.retryable',
      nonRetryable: false,
      message: 'TypeError: x is not a function',
    });
    expect(toFailure(cause).stack).toContain('to-failure.test.ts');
    expect(toFailure('a text')).toMatchObject({ message: 'a text', type: 'espalier.retryable' });
  });

  it('leaves what is a fate already as it is', () => {
    const already = ApplicationFailure.nonRetryable('no', 'T');
    expect(toFailure(already)).toBe(already);
    const cancelled = new CancelledFailure('no');
    expect(toFailure(cancelled)).toBe(cancelled);
  });

  it('fits into what the engine keeps of a failure', () => {
    const long = new EspalierError('x'.repeat(100_000), { code: 'LONG', remedy: 'Cut it' });
    expect(toFailure(long).message.length).toBeLessThan(2_000);
    const foreign = toFailure(new Error('y'.repeat(100_000)));
    expect(`${foreign.message}${foreign.stack ?? ''}`.length).toBeLessThan(4_000);
    expect(foreign.cause).toBeUndefined();
  });
});
