import { fitError, fitValue } from '../../../core/grading/fit-words';

describe('an error fit to be shown', () => {
  it.each([
    ['KeyError in /srv/build/alice/app/solution.py', 'KeyError in solution.py'],
    ['File "/usr/lib/python3.11/json/decoder.py", line 3', 'File "decoder.py", line 3'],
    ['no such directory: /home/alice', 'no such directory: ~'],
    ['/Users/alice/x.py and /root/.cache/pip/y.py', 'x.py and y.py'],
    ['file:///home/alice/notes.txt is gone', 'notes.txt is gone'],
    ['C:\\Users\\Alice\\code\\solution.py failed', 'solution.py failed'],
    ["'C:\\Users\\Alice'", "'~'"],
    ['from /opt/numpy-1.26.4.dist-info', 'from numpy.dist-info'],
    ['in /usr/lib/python3.11', 'in python'],
    ['Python 3.11.2 is too old', 'Python … is too old'],
    ['The NumPy version is: "1.26.4"', 'The NumPy version is: "…"'],
    ['3.11.2 (main, Mar 13 2023, 12:18:29) [GCC 12.2.0]', '…'],
    ['<solution.A object at 0x7f00deadbeef>', '<solution.A object at 0x…>'],
    ['/home/größe/数/solution.py', 'solution.py'],
  ])('of %j is %j', (error, fit) => {
    expect(fitError(error)).toBe(fit);
  });

  it.each([
    'ZeroDivisionError: 1/2/3 and a/b',
    'ValueError: 0x1f is not 31',
    'TypeError: f() takes 1 positional argument but 3.5 were given',
    "KeyError: 'https://example.test/a/b'",
    'ValueError: time 12:30/13:45',
  ])('of %j is as it was', (error) => {
    expect(fitError(error)).toBe(error);
  });
});

describe('a value fit to be shown', () => {
  it.each([
    ["'/home/alice/x.py'", "'x.py'"],
    ["'/usr/lib/python3.11/os.py'", "'os.py'"],
    ["'/home/alice'", "'~'"],
    ["'C:\\\\Users\\\\Alice\\\\x.py'", "'x.py'"],
    ['<f at 0x7f00deadbeef>', '<f at 0x…>'],
    ["'3.11.2 (main, Mar 13 2023) [GCC 12.2.0]'", "'…'"],
  ])('of %j is %j', (value, fit) => {
    expect(fitValue(value)).toBe(fit);
  });

  it.each([
    `'/a/b/../c'`,
    `'/foo/bar'`,
    `'1.26.4'`,
    `'Python 3.11'`,
    `{'path': '/x/y/z'}`,
    String.raw`'C:\\a\\b'`,
  ])('that may be the right answer stays what it is: %s', (value) => {
    expect(fitValue(value)).toBe(value);
  });
});
