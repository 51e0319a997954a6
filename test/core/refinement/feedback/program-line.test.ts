import { programLine } from '../../../../core/refinement/feedback/program-line';

describe('a line of the executed text', () => {
  const program = 'def f():\n    return 1\n';
  const executed = `import a\nimport b\n${program}`;
  const at = (line: number) => programLine({ entryPoint: 'f', program, executed }, line);

  it('is counted from the first line of the program, or stands in the given code', () => {
    expect(at(3)).toEqual({ of: 'program', number: 1, source: 'def f():', text: 'def f():' });
    expect(at(4)).toMatchObject({ number: 2, source: 'return 1', text: '    return 1' });
    expect(at(2)).toMatchObject({ of: 'given', number: 2, source: 'import b' });
    expect(at(1)).toMatchObject({ of: 'given', number: 1, source: 'import a' });
  });

  it('is empty where the text has none', () => {
    expect(at(9)).toEqual({ of: 'program', number: 7, source: '', text: '' });
  });

  it('is of the program where nothing stands before it, or it was changed', () => {
    const same = { entryPoint: null, program, executed: program };
    expect(programLine(same, 1)).toMatchObject({ of: 'program', number: 1 });
    const other = { entryPoint: null, program, executed: 'x = 1' };
    expect(programLine(other, 1)).toMatchObject({ of: 'program', number: 1, source: 'x = 1' });
  });
});
