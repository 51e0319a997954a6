import { join } from 'node:path';

import { useOwnHome } from '../../cli/sandbox/own-home';
import { runTrial } from '../../cli/sandbox/run-command';

const verbs = [
  'hostile .',
  'second-opinion .',
  'levels .',
  'parity',
  'sanitise',
  'bench',
  'soak',
  'chaos',
  'memscan',
  'wire-test',
];

describe('a trial', () => {
  const { folder, file: write } = useOwnHome();
  const file = (name: string): string => join(folder(), name);
  beforeAll(() => {
    process.env['XDG_CACHE_HOME'] = file('cache');
    process.env['DOCKER_HOST'] = `unix://${file('no-engine.sock')}`;
    write('add.py', 'def add(a, b):\n    return a + b\n');
    write(
      'manifest.json',
      '{"token": "HIDDEN_1", "programs": [{"file": "add.py", "expect": ["pass"], "entry": "add"}]}',
    );
    write('bank.jsonl', '{"task_id": 4}\n');
  });

  it.each(verbs)('%s knows its backends', async (verb) => {
    const { code, stdout, stderr } = await runTrial([...verb.split(' '), '--backend', 'chroot']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('--backend "chroot"');
    expect(stderr).toContain('bubblewrap');
  });

  it.each<[string, () => readonly string[], readonly string[]]>([
    [
      'a folder that is not there',
      () => ['hostile', file('nowhere')],
      ['nowhere', 'does not exist'],
    ],
    [
      'a manifest without a test',
      () => ['hostile', folder()],
      ['manifest.json', 'programs[0] (add.py)', 'field test'],
    ],
    [
      'a way of grading',
      () => ['hostile', folder(), '--grade', 'none'],
      ['--grade "none"', 'shared'],
    ],
    [
      'a method of runs that are struck',
      () => ['kills', '--method', 'direct,nonsense'],
      ['--method "nonsense"', 'code-tree'],
    ],
    [
      'a recipe beside the problems of a search',
      () => ['kills', '--recipe', file('recipe.yaml'), '--dataset', 'bundled'],
      ['--recipe', '--dataset', 'Leave one of them out'],
    ],
    [
      'a recipe that is not there',
      () => ['kills', '--recipe', file('recipe.yaml')],
      ['recipe.yaml'],
    ],
    ['a set', () => ['parity', '--set', 'humaneval,apps'], ['--set "apps"', 'mbppplus']],
    [
      'a folder without a set',
      () => ['parity', '--set', 'mbpp', '--data', folder()],
      ['holds no data set mbpp'],
    ],
    ['a plus set without a folder', () => ['parity', '--set', 'mbppplus'], ['--data']],
    ['half a mutant', () => ['parity', '--mutants', '0.5'], ['--mutants "0.5"']],
    ['a set to measure', () => ['bench', '--set', 'apps'], ['--set "apps"', 'trivial']],
    ['a peer', () => ['bench', '--against', 'sandboxfusion'], ['--against "sandboxfusion"']],
    ['no workers', () => ['bench', '--workers', '0'], ['--workers "0"']],
    ['no programs', () => ['soak', '--programs', '0'], ['--programs "0"']],
    ['something to kill', () => ['chaos', '--kill', 'Z,init'], ['--kill "init"', 'outer']],
    ['nothing to kill', () => ['chaos', '--kill', ' ,'], ['--kill " ,"', 'outer, Z']],
    [
      'a daemon of bubblewrap',
      () => ['chaos', '--kill', 'daemon', '--backend', 'bubblewrap'],
      ['--backend docker'],
    ],
    [
      'a daemon without commands',
      () => ['chaos', '--kill', 'daemon', '--backend', 'docker'],
      ['--stop-daemon'],
    ],
    ['no honest program', () => ['levels'], ['--set humaneval']],
    ['no logs and no export', () => ['official-grader'], ['--data or --export']],
    ['no trees', () => ['wire-test', '--trees', '-1'], ['--trees "-1"']],
  ])('%s is said, with exit code 2', async (_, args, words) => {
    const { code, stdout, stderr } = await runTrial([...args()]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    for (const word of words) expect(stderr).toContain(word);
  });

  it('a bank that cannot be read is named with line and field', async () => {
    const row = {
      task_id: 'MBPP/3',
      text: 'x',
      code: 'def g(x):\n    return x\n',
      test_list: ['assert g(1) == 1'],
    };
    write('mbpp.jsonl', JSON.stringify({ ...row, task_id: 3 }));
    const args = ['parity', '--set', 'mbpp', '--data', folder(), '--bank', file('bank.jsonl')];
    const { code, stderr } = await runTrial([...args]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/bank\.jsonl, line 1, field "task_id"/);
  });

  it.each(['bench --set trivial', 'soak', 'chaos', 'wire-test'])(
    '%s without a Docker engine is not ready, and says what to do',
    async (verb) => {
      const args = verb.split(' ');
      const { code, stdout, stderr } = await runTrial([...args, '--backend', 'docker', '--json']);
      expect(code).toBe(3);
      const { error } = JSON.parse(stdout) as {
        error: { code: string; message: string; remedy: string };
      };
      expect(error.message).toContain('no-engine.sock');
      expect(error.remedy).not.toBe('');
      expect(stderr).toContain('espalier: ');
    },
  );
});
