import { referenceTrouble } from '../../../core/tasks/reference-trouble';

test.each([
  ['timed-out', 'stopped'],
  ['memory-limit', 'stopped'],
  ['output-limit', 'stopped'],
  ['killed-by-signal', 'stopped'],
  ['failed', 'fails'],
  ['raised', 'fails'],
  ['exited-early', 'fails'],
] as const)('a reference that ended as %s %s', (kind, trouble) => {
  expect(referenceTrouble({ kind })).toBe(trouble);
});
