import { isLoopback } from '../../../core/values/loopback';

it.each([
  'localhost',
  'LOCALHOST',
  'a.localhost',
  '127.0.0.1',
  '127.9.9.9',
  '::1',
  '[::1]',
  '0.0.0.0',
])('%s is this machine', (host) => {
  expect(isLoopback(host)).toBe(true);
});

it.each(['localhost.example', '127.0.0.1.example', '10.0.0.1', '[::2]', 'example', ''])(
  '%s is another one',
  (host) => {
    expect(isLoopback(host)).toBe(false);
  },
);
