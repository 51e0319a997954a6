import { join } from 'node:path';

import { useOwnHome } from './own-home';
import { runCommand } from './run-command';

const verbs = ['doctor', 'run x.py', 'conformance', 'verify'];

describe('espalier sandbox', () => {
  const { folder, file: write } = useOwnHome();
  const file = (name: string): string => join(folder(), name);
  beforeAll(() => {
    process.env['XDG_CACHE_HOME'] = file('cache');
    process.env['DOCKER_HOST'] = `unix://${file('no-engine.sock')}`;
    write('add.py', 'def add(a, b):\n    return a + b\n');
  });

  it.each(verbs)('%s knows its backends', async (verb) => {
    const { code, stdout, stderr } = await runCommand([
      'sandbox',
      ...verb.split(' '),
      '--backend',
      'chroot',
    ]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('--backend "chroot"');
    expect(stderr).toContain('bubblewrap');
  });

  it.each<[string, () => readonly string[], readonly string[]]>([
    ['a program that is not there', () => ['run', file('gone.py')], ['gone.py', 'does not exist']],
    ['a folder as a program', () => ['run', folder()], ['is a folder']],
    [
      'an input that is not there',
      () => ['run', file('add.py'), '--stdin', file('gone')],
      ['--stdin', 'gone'],
    ],
    ['a limit of nothing', () => ['run', file('add.py'), '--wall', '0'], ['--wall "0"']],
    ['no time at all', () => ['run', file('add.py'), '--cpu', 'much'], ['--cpu "much"']],
    ['half a check', () => ['run', file('add.py'), '--entry', 'add'], ['--test is missing']],
    [
      'the other half',
      () => ['run', file('add.py'), '--test', file('add.py')],
      ['--entry is missing'],
    ],
    [
      'an assurance',
      () => [
        'run',
        file('add.py'),
        '--entry',
        'add',
        '--test',
        file('add.py'),
        '--assurance',
        'none',
      ],
      ['--assurance "none"'],
    ],
    [
      'a rule to compare by',
      () => ['run', file('add.py'), '--expect', file('add.py'), '--compare', 'loosely'],
      ['--compare "loosely"', 'exact, lines, tokens, numbers'],
    ],
    ['a rule for nothing', () => ['run', file('add.py'), '--compare', 'exact'], ['--expect FILE']],
    [
      'a number of checks',
      () => ['run', file('add.py'), '--entry', 'add', '--test', file('add.py'), '--repeat', '3'],
      ['--repeat means nothing to a check'],
    ],
    [
      'an assurance of no check',
      () => ['run', file('add.py'), '--assurance', 'shared'],
      ['--assurance means nothing'],
    ],
    ['no run at all', () => ['run', file('add.py'), '--repeat', '0'], ['--repeat "0"']],
    ['a run that is not there', () => ['verify', 'no-such-run'], ['no run no-such-run']],
    ['a store without verdicts', () => ['verify'], ['holds no verdicts']],
    ['nothing to replay', () => ['verify', '--replay', '0'], ['--replay "0"']],
  ])('%s is said, with exit code 2', async (_, args, words) => {
    const { code, stdout, stderr } = await runCommand(['sandbox', ...args()]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    for (const word of words) expect(stderr).toContain(word);
  });

  it.each(['run add.py', 'conformance'])(
    '%s without a Docker engine is not ready, and says what to do',
    async (verb) => {
      const args = verb.replace('add.py', file('add.py')).split(' ');
      const { code, stdout, stderr } = await runCommand([
        'sandbox',
        ...args,
        '--backend',
        'docker',
        '--json',
      ]);
      expect(code).toBe(3);
      const { error } = JSON.parse(stdout) as {
        error: { code: string; message: string; remedy: string };
      };
      expect(error.message).toContain('no-engine.sock');
      expect(error.remedy).not.toBe('');
      expect(stderr).toContain('espalier: ');
    },
  );

  it('doctor refuses what is less than asked for, and names it', async () => {
    const { code, stdout } = await runCommand([
      'sandbox',
      'doctor',
      '--backend',
      'docker',
      '--json',
    ]);
    expect(code).toBe(3);
    const { ready, findings } = JSON.parse(stdout) as {
      ready: boolean;
      findings: readonly { name: string; ok: boolean; remedy?: string }[];
    };
    expect(ready).toBe(false);
    expect(findings.find(({ name }) => name === 'docker')).toMatchObject({ ok: false });
    const said = await runCommand(['sandbox', 'doctor', '--backend', 'docker']);
    expect(said).toMatchObject({ code: 3 });
    expect(said.stdout).toMatch(/^MISSING {2}docker: .*no-engine\.sock.*\n {9}\S/mu);
    expect(said.stdout.endsWith('\n\nNot ready: no program is run with less.\n')).toBe(true);
  });

  it.each([
    'hostile',
    'hostile corpus --grade split --programs a,b --backend bubblewrap',
    'parity --set humaneval --bank x y',
    'bench --help',
    'soak --backend chroot',
    'chaos --kill Z',
    'memscan',
    'wire-test --trees=3',
  ])('%s is a trial now, and it is said where', async (typed) => {
    const [verb = '', ...more] = typed.split(' ');
    const { code, stdout, stderr } = await runCommand(['sandbox', verb, ...more]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`\`npm run trial -- ${verb}\``);
  });

  it('says so to a script, too', async () => {
    const { code, stdout } = await runCommand(['sandbox', 'hostile', 'corpus', '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'BAD_COMMAND_LINE', remedy: 'In a checkout: `npm run trial -- hostile`' },
    });
  });
});
