import { useOwnHome } from '../../../cli/sandbox/own-home';
import { runTrial } from '../../../cli/sandbox/run-command';
import { describeWithSandbox } from '../../../prerequisites';
import type { FoundLevel } from '../../../../laboratory/trials/find-level';

interface Document {
  readonly nowhere: number;
  readonly sets: readonly { readonly name: string; readonly found: readonly FoundLevel[] }[];
}

describeWithSandbox('levels', () => {
  const { folder, file } = useOwnHome();

  it('finds those of honest programs and of references, and exits 1 where one has none', async () => {
    const row = { kind: 'call', entry: 'f', expect: ['pass'] };
    const programs = [
      { ...row, file: 'plain.py', test: 'assert f() == 1' },
      { ...row, file: 'reaches.py', test: 'import sys\nassert f() is sys.modules' },
      { ...row, file: 'wrong.py', test: 'assert f() == 2' },
      { ...row, file: 'cheat.py', test: 'assert f() == 2', expect: ['fail'] },
    ];
    for (const { file: name } of programs) file(name, 'def f():\n    return 1\n');
    file('reaches.py', 'import sys\ndef f():\n    return sys.modules\n');
    file('manifest.json', JSON.stringify({ token: 'HIDDEN_1', programs }));
    const task = { text: 'x', code: 'def g(x):\n    return x\n', test_list: ['assert g(1) == 1'] };
    file('mbpp.jsonl', JSON.stringify({ ...task, task_id: 3 }));
    const args = ['levels', folder(), '--set', 'mbpp', '--data', folder()];
    const typed = [...args, '--backend', 'bubblewrap'];
    const { code, stdout } = await runTrial([...typed, '--json']);
    const { sets, nowhere } = JSON.parse(stdout) as Document;
    expect(
      sets.map(({ found }) => found.map(({ name, level }) => `${name} ${String(level)}`)),
    ).toEqual([['plain.py data', 'reaches.py shared', 'wrong.py null'], ['MBPP/3 data']]);
    expect({ code, nowhere }).toEqual({ code: 1, nowhere: 1 });
    const text = (await runTrial(typed)).stdout;
    expect(text).toMatch(/NOWHERE +wrong\.py +failed: AssertionError/);
    expect(text).toContain('1 pass at no level and are not listed; bubblewrap');
  });
});
