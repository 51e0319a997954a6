import { idMeant } from '../../../report/environments/shortened-id';

const kind = {
  what: 'function',
  code: { unknown: 'UNKNOWN', ambiguous: 'AMBIGUOUS' },
  remedy: 'List them',
};

function refusal(ids: readonly string[], given: string): unknown {
  try {
    return idMeant(ids, given, kind);
  } catch (error) {
    return error;
  }
}

const ids = [
  'pkg/m.py::clamp#1',
  'pkg/m.py::clamp#2',
  'pkg/m.py::A.total#1',
  'pkg/total.py::B.other#1',
];

test.each([
  ['pkg/m.py::clamp#2', 1],
  ['pkg/m.py::A.total', 2],
  ['clamp#1', 0],
  ['A.total', 2],
  ['total', 2],
  ['pkg/t', 3],
  ['oth', 3],
  ['.other#1', 3],
])('%s means one id', (given, at) => {
  expect(idMeant(ids, given, kind)).toBe(ids[at]);
});

test('several candidates are named, ten at most', () => {
  expect(refusal(ids, 'clamp')).toMatchObject({
    code: 'AMBIGUOUS',
    message: 'function clamp may be any of 2: pkg/m.py::clamp#1, pkg/m.py::clamp#2',
  });
  const many = (count: number) => Array.from({ length: count }, (_, at) => `a${String(at)}`);
  expect(() => idMeant(many(10), 'a', kind)).toThrow(/any of 10: .*, a9$/u);
  expect(() => idMeant(many(11), 'a', kind)).toThrow(/any of 11: .*, a9, and 1 more$/u);
});

test.each(['', 'nothing'])('none is meant by %j', (given) => {
  expect(refusal(ids.slice(0, 1), given)).toMatchObject({
    code: 'UNKNOWN',
    message: `no function ${given}: there are pkg/m.py::clamp#1`,
    remedy: 'List them',
  });
  expect(() => idMeant([], given, kind)).toThrow(/there is none$/u);
});
