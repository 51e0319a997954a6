import { getEventListeners } from 'node:events';

import { onAbort } from '../../../sandbox/cells/on-abort';

test('each call is made once, unless it was forgotten; the same function may be given twice', () => {
  const abort = new AbortController();
  const calls: string[] = [];
  const twice = (): void => void calls.push('twice');
  onAbort(abort.signal, twice);
  const forget = onAbort(abort.signal, twice);
  onAbort(abort.signal, twice);
  onAbort(abort.signal, () => void calls.push('forgotten'))();
  forget();
  expect(getEventListeners(abort.signal, 'abort')).toHaveLength(1);
  abort.abort();
  expect(calls).toEqual(['twice', 'twice']);
});

test('without a signal nothing is called', () => {
  let calls = 0;
  const forget = onAbort(undefined, () => (calls += 1));
  forget();
  expect(calls).toBe(0);
});
