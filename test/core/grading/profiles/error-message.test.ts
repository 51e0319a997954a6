import { errorMessage } from '../../../../core/grading/profiles/error-message';

test.each([
  ['ValueError: odd', 'odd'],
  ['ValueError', ''],
  ['pkg.m.Odd_1: a: b', 'a: b'],
  ['ValueError: a\nb\n  line 3, in f\n  … 12 more calls …\n  line 4, in g', 'a\nb'],
  ['ValueError: a\n  line 3, in f\nb', 'a\n  line 3, in f\nb'],
  ['3 is odd: x', '3 is odd: x'],
  ['  line 3, in f', '  line 3, in f'],
])('the message of %j is %j', (told, message) => {
  expect(errorMessage(told)).toBe(message);
});
