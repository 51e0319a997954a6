import { ProbeHead, SuiteHead } from '../../../core/schemas/environment-suite';

const probe = (head: object) => ProbeHead.safeParse({ function: 'm.py::f#1', ...head });

describe('the head of a probe', () => {
  it('lists generators and candidates behind commas', () => {
    expect(probe({ generators: 'traces,  model', candidates: 'gold, stub,mine/' }).data).toEqual({
      ...{ function: 'm.py::f#1', generators: ['traces', 'model'] },
      candidates: ['gold', 'stub', 'mine/'],
    });
    expect(probe({}).data).toEqual({ function: 'm.py::f#1' });
  });

  it('may say what is expected, and within how many seconds', () => {
    const said = { within: '30 s', reference: 'valid', plan: 'accepted', verdict: 'passed' };
    const more = { covers: '1 of 2 branches', says: 'raises', cases: 'cases.py' };
    expect(probe({ ...said, ...more }).data).toEqual({ function: 'm.py::f#1', ...said, ...more });
  });

  it.each([
    { function: '' },
    { function: undefined },
    { generators: 'traces, people' },
    { within: '30' },
    { within: '30 ms' },
    { within: 'about 30 s' },
    { within: '-1 s' },
    { reference: '' },
    { cases: '' },
    { criterion: 'A2' },
  ])('does not say %j', (head) => {
    expect(probe(head).success).toBe(false);
  });
});

it('the head of a suite names its criterion, and perhaps a folder', () => {
  const head = { criterion: 'A2', source: 'pkg' };
  expect(SuiteHead.parse(head)).toEqual(head);
  for (const wrong of [{}, { criterion: '' }, { criterion: 'A2', source: '' }, { ...head, x: '1' }])
    expect(SuiteHead.safeParse(wrong).success).toBe(false);
});
