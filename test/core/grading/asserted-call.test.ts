import { assertedCall } from '../../../core/grading/asserted-call';

it.each([
  ['assert f(1, "a,)") == [2]', '[1, "a,)"]', '[2]'],
  ['assert f() == None, "message"', '[]', 'None'],
  ['assert f([1], (2, 3)) == {"a": 1}', '[[1], (2, 3)]', '{"a": 1}'],
  ['assert f(1) + f(2) == 3', 'f(1) + f(2)', '3'],
  ['assert sorted(f(1)) == [1]', 'sorted(f(1))', '[1]'],
  ['assert f(1)', 'assert f(1)', null],
  ['assert math.isclose(f(1), 2.0)', 'assert math.isclose(f(1), 2.0)', null],
])('%s asks %s and expects %s', (test, input, expected) => {
  expect(assertedCall(test, 'f')).toEqual({ input, expected });
});
