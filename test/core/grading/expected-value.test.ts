import { expectedValue } from '../../../core/grading/expected-value';
import { cpuMsSince } from '../../harness/cpu-time';

describe('what a test expects', () => {
  it.each([
    ['assert f(1) == 2', '2'],
    ['assert f(1)==2', '2'],
    ['assert(f(1)) == [1, 2]', '[1, 2]'],
    ['  assert f("a == b") == {"x": 1, "y": (2, 3)}\n', '{"x": 1, "y": (2, 3)}'],
    ["assert f('it\\'s') == 'it\\'s, or not'", "'it\\'s, or not'"],
    ['assert f(1) == 2, "f(1) == 2, of course"', '2'],
    ['assert f("""one\n"two" == 3""") == """a\nb"""', '"""a\nb"""'],
    ["assert f(r'\\d', b'\\'') == b'\\xff'", "b'\\xff'"],
    ['assert f([x for x in (1, 2) if x > 1]) == [x for x in (1,)]', '[x for x in (1,)]'],
    ['assert f(\n    [1,\n     2]\n) == (\n    3\n)', '(\n    3\n)'],
    ['assert f(-1) == -0.5e-3', '-0.5e-3'],
    ['assert f(island, notes) == order.format', 'order.format'],
  ])('is the right side of %j', (test, expected) => {
    expect(expectedValue(test)).toBe(expected);
  });

  it.each([
    'assert f(1)',
    'assert not f(1) == 2',
    'assert f(1) == 2 and f(2) == 3',
    'assert f(1) == g(1) == 2',
    'assert f(1) == 2 if True else 3',
    'assert f(1) != 2',
    'assert f(1) is None',
    'assert 1 in f(1)',
    'assert abs(f(1) - 2) < 1e-6',
    'assert (f(1) == 2)',
    'assert f(1) ==',
    'assert f(1) == 2; assert f(2) == 3',
    'assert f(1) == 2\nassert f(2) == 3',
    'assert f(1) == 2, "no"\nassert f(2) == 3',
    'assert f(1) == 2 # two',
    "assert f(1) == 'open",
    'assert f(1) == 2)',
    'assert f((1) == 2',
    'assert f(1) \\\n == 2',
    'assertion == 2',
    'f(1) == 2',
    '',
  ])('is not said by %j', (test) => {
    expect(expectedValue(test)).toBeNull();
  });

  it('is looked for in time that grows with the length of the test alone', () => {
    const started = process.cpuUsage();
    for (const part of ["'", '"""', '(', '\\', "'\\", 'f(', '== ', 'not ']) {
      expectedValue(`assert ${part.repeat(20_000)}`);
    }
    expect(cpuMsSince(started)).toBeLessThan(2_000);
  });
});
