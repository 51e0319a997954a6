import { bankCandidates, bankLine, inClass } from '../../../core/repository/bank-candidates';

test('a function is a program as it is; a method is inside each of its classes', () => {
  const text = 'def f(self):\n\n    return 1';
  expect(inClass(null, text)).toBe(`${text}\n`);
  expect(inClass('A', text)).toBe('class A:\n    def f(self):\n\n        return 1\n');
  expect(inClass('A.B', text)).toBe(
    'class A:\n    class B:\n        def f(self):\n\n            return 1\n',
  );
});

test('right programs come first, and a line says how a program was made and whether it passed', () => {
  const candidates = bankCandidates('A', { right: ['x', 'y'], wrong: ['z'] });
  expect(candidates).toEqual([
    { program: 'class A:\n    x\n', made: 'rewritten' },
    { program: 'class A:\n    y\n', made: 'rewritten' },
    { program: 'class A:\n    z\n', made: 'mutated' },
  ]);
  expect(bankLine('t', { program: 'p', made: 'mutated' }, false)).toEqual({
    task_id: 't',
    model: 'reference',
    method: 'mutated',
    program: 'p',
    recorded_pass: false,
  });
});
