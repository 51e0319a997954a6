import { samplesOfCodeLists } from '../../../datasets/samples/code-lists';

const read = (value: unknown) => samplesOfCodeLists(JSON.stringify(value), 'list.json');

test('each program of each question is a sample, in order', () => {
  const sample = (name: string, text: string) => ({
    ...{ names: [name], form: 'solution', text, row: null },
  });
  expect(
    read([
      { question_id: 'a', code_list: ['1', '2'] },
      { question_id: 7, code_list: ['3'] },
      { question_id: 'none', code_list: [] },
    ]),
  ).toEqual([sample('a', '1'), sample('a', '2'), sample('7', '3')]);
});

test.each([
  [[1], /list\.json.*row 1/u],
  [[{ question_id: 'a', code_list: [] }, null], /list\.json.*row 2/u],
  [[{ question_id: '', code_list: [] }], /row 1, field "question_id"/u],
  [[{ question_id: 'a', code_list: 'x' }], /expected a list of programs/u],
])('what is no question is named by its row: %j', (value, message) => {
  expect(() => read(value)).toThrow(message);
});

test('a file that is not JSON is refused', () => {
  expect(() => samplesOfCodeLists('[1', 'list.json')).toThrow(
    'list.json begins as a JSON list and is none',
  );
  expect(() => read({})).toThrow('list.json is no list');
});
