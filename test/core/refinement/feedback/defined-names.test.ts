import { definedNames, definesInside } from '../../../../core/refinement/feedback/defined-names';

describe('the names that a program defines', () => {
  it('are those at its top level, in order, each once', () => {
    const program = [
      ...['def f(): pass', 'async  def g(): pass', 'class A:', '    def inner(self): pass'],
      ...['x = 1', 'y: int = 2', 'x == 3', 'z: int', 'def f(): pass', 'größe = 4'],
    ].join('\n');
    expect(definedNames(program)).toEqual(['f', 'g', 'A', 'x', 'y', 'größe']);
  });

  it('are none in a docstring, also one without an end', () => {
    expect(definedNames('"""\ndef f(): pass\n"""\ndef g(): pass')).toEqual(['g']);
    expect(definedNames("x = 1\n'''\ndef f(): pass")).toEqual(['x']);
  });

  it('are inside where a class or a function has them, and not at the top level', () => {
    const program = 'def f(): pass\nclass A:\n    def g(self): pass\n\tasync def h(): pass';
    expect(['f', 'g', 'h', 'A', 'x'].map((name) => definesInside(program, name))).toEqual([
      ...[false, true, true, false, false],
    ]);
    expect(definesInside('class A:\n    """\n    def g(): pass\n    """', 'g')).toBe(false);
  });
});
