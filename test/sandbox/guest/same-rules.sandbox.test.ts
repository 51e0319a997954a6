import { spawnSync } from 'node:child_process';

import { fitError, fitValue } from '../../../core/grading/fit-words';
import { keptOutputBytes } from '../../../core/grading/judge-script';
import { pythonFolder } from '../../../sandbox/guest/bundle';
import { countsProcessesPerBox } from '../../../sandbox/kernel';
import { describeWithSandbox } from '../../prerequisites';

/** What a Python expression over a JSON value is, by the tools of a cell. */
function inPython<T>(imports: string, expression: string, given: unknown): T {
  const program = `import json, sys\n${imports}\ngiven = json.loads(sys.stdin.read())\nprint(json.dumps(${expression}))`;
  const { status, stdout, stderr } = spawnSync('/usr/bin/python3', ['-B', '-c', program], {
    ...{ cwd: pythonFolder(), env: {}, encoding: 'utf8' },
    input: JSON.stringify(given),
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as T;
}

const releases = [
  '2.6.32',
  '3.10.0-1160.el7.x86_64',
  '4.19.0-26-amd64',
  '5.4.0',
  '5.9.16',
  '5.10.0-28-amd64',
  '5.13.19',
  '5.14.0',
  '5.14.0-362.el9.x86_64',
  '5.14-rc1',
  '5.15.167.4-microsoft-standard-WSL2',
  '5.100.0',
  '6.0.0',
  '6.1.0-13-amd64',
  '6.8.0-1021-aws',
  '10.0.1',
  'unknown',
  '',
];

const addresses = [
  '<solution.A object at 0x7f00deadbeef>',
  '<solution.A object at 0x1f>',
  'id 0x7f12ab34cd56 and 0x7F12AB34CD56',
  'mask 0xff, word 0xffffffff, seven 0x1234567, six 0x123456',
  'sixteen 0x0123456789abcdef, seventeen 0x0123456789abcdef0',
];

/** Words of errors in which only addresses and paths are anything of a machine's. */
const errors = [
  ...addresses,
  'KeyError in /srv/build/alice/app/solution.py',
  'File "/usr/lib/json/decoder.py", line 3',
  "[Errno 2] No such file: '/home/ann/x.txt'",
  '/root/.cache/pip/y.py and /a/b/c',
  '/home/größe/数/solution.py',
  'ZeroDivisionError: 1/2/3 and a/b',
  "KeyError: 'https://example.test/a/b'",
  'ValueError: time 12:30/13:45, a /b, 10 // 3',
  'ValueError: 0x1f is not 31',
  '../a/b/c and ./a/b and x:/a/b and -/a/b',
  '\u001B[31mred\u001B[0m \u001B]0;title\u0007 \u009B2Ja\u202Eb\u2066c',
  'half \uD83D pair, 😀 stays',
  'a\tb\r\nc\rd',
  'unseen \u200B\u2060\u00AD\u00A0\u2028\u034F\u17B4\u180B\u180F\u3164\u115F\uFFA0\u2800\uE000\uFE0F\u{E0100}\u{E0041}',
];

/** Values in which the guest sees folders of a box; what may well be the right answer stays. */
const values = [
  ...addresses,
  "<module 'x' from '/usr/lib/python3/x.py'>",
  "'/tmp/a/b.txt', '/proc/self/maps', '/dev/null', '/opt/x', '/lib/y', '/lib64/z/q'",
  "'/a/b/../c'",
  "'/foo/bar'",
  "{'path': '/x/y/z'}",
  "'1.26.4'",
];

/**
 * What a host hides besides: nothing of it is in a box, so the guest may leave it. A home folder itself is not listed:
 * of `/home/alice` in an error the guest leaves the last name, as of every path, where the host would leave `~`.
 */
const hostOnly = {
  errors: ['Python 3.11.2 is too old', 'C:\\Users\\Alice\\x.py'],
  values: [
    "'/home/alice/x.py'",
    "'/Users/alice/x.py'",
    "'/root/x.py'",
    "'C:\\\\Users\\\\A\\\\x.py'",
  ],
};

const normalisers = 'from sandbox_tools.text.normalise import normalise_actual, normalise_error';
const byGuest = (rule: 'normalise_error' | 'normalise_actual', texts: readonly string[]) =>
  inPython<readonly string[]>(normalisers, `[${rule}(text) for text in given]`, texts);

describeWithSandbox('the two sides of a cell', () => {
  it('count processes per box from the same kernel on', () => {
    const imports = 'from sandbox_tools.box.limits import counts_processes_per_namespace as counts';
    const guest = inPython<readonly boolean[]>(
      imports,
      '[counts(text) for text in given]',
      releases,
    );
    const told = (counts: readonly boolean[]) =>
      releases.map((release, index) => `${release}: ${String(counts[index])}`);
    expect(told(guest)).toEqual(told(releases.map(countsProcessesPerBox)));
    expect(new Set(guest)).toEqual(new Set([true, false]));
  });

  it('keep as much of an output', () => {
    const imports = 'from sandbox_tools.cell.memory_files import KEPT_OUTPUT';
    expect(inPython<number>(imports, 'KEPT_OUTPUT', null)).toBe(keptOutputBytes);
  });

  it('hide the same addresses and paths of an error', () => {
    expect(byGuest('normalise_error', errors)).toEqual(errors.map(fitError));
  });

  it('hide the same addresses and folders of a value', () => {
    expect(byGuest('normalise_actual', values)).toEqual(values.map(fitValue));
  });

  it('end with the same words, whichever is asked first: the guest hides nothing the host would show', () => {
    const all = [...errors, ...hostOnly.errors];
    expect(byGuest('normalise_error', all).map(fitError)).toEqual(all.map(fitError));
    const some = [...values, ...hostOnly.values];
    expect(byGuest('normalise_actual', some).map(fitValue)).toEqual(some.map(fitValue));
  });
});
