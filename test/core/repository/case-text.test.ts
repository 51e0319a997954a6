import { caseText } from '../../../core/repository/case-text';

const source = [
  'import os',
  '',
  'def case_0():',
  '    a = 1',
  '',
  '    observe(a)',
  '',
  'class T(TestCase):',
  '    async def test_it (self):',
  '        x()',
  '    def test_last(self):',
  '        y()',
  '',
].join('\n');

test.each([
  ['case_0', 'def case_0():\n    a = 1\n\n    observe(a)'],
  ['case_0[1]', 'def case_0():\n    a = 1\n\n    observe(a)'],
  ['T.test_it', 'async def test_it (self):\n    x()'],
  ['T.test_last', 'def test_last(self):\n    y()'],
  ['case', null],
  ['case_00', null],
])('the text of %s', (name, text) => {
  expect(caseText(source, name)).toBe(text);
});
