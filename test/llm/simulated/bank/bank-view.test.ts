import { describeBank } from '../../../../llm/simulated/bank/describe-bank';
import { programHashOf } from '../../../../llm/simulated/bank/bank-row';
import { missingProblems, problemIn, viewBank } from '../../../../llm/simulated/bank/bank-view';
import { bankOf, line, program } from '../bank-samples';

const parent = programHashOf(program(1));

describe('viewBank', () => {
  it('counts a program once for the Solver, whatever white space is around it', () => {
    const view = viewBank(
      bankOf([
        line({ program: program(1) }),
        line({ program: `\n\n${program(1)}  ` }),
        line({ program: program(2) }),
      ]),
    );
    expect(view.problems.get('P/0')?.drawable.map((row) => row.program)).toEqual([
      program(1),
      program(2),
    ]);
  });

  it('gives the Solver no repairs and no ends of repairs, but the first step of a recorded chain', () => {
    const view = viewBank(
      bankOf([
        line({ program: program(1), method: 'ldb', chain: 'c#1', step: 0, parent: null }),
        line({ program: program(2), method: 'ldb', chain: 'c#1', step: 1, parent }),
        line({ program: program(3), method: 'ldb' }),
        line({ program: program(4), method: 'Reflexion-10' }),
      ]),
    );
    const problem = view.problems.get('P/0');
    expect(problem?.drawable.map((row) => row.program)).toEqual([program(1), program(4)]);
    expect(problem?.repairs.get(parent)?.map((row) => row.program)).toEqual([program(2)]);
  });

  it('keeps the label of every program, drawable or not, and none where nobody knows', () => {
    const view = viewBank(
      bankOf([
        line({ program: program(1), recorded_pass: true }),
        line({ program: program(2), method: 'ldb', recorded_pass: false }),
        line({ program: program(3), recorded_pass: null }),
      ]),
    );
    const labels = view.problems.get('P/0')?.labels;
    expect([1, 2, 3].map((n) => labels?.get(programHashOf(program(n))))).toEqual([
      true,
      false,
      undefined,
    ]);
  });

  it('believes the first label of a program that has two, and passes over a line without one', () => {
    const view = viewBank(
      bankOf([
        line({ program: program(1), recorded_pass: true }),
        line({ program: program(1), recorded_pass: false }),
        line({ program: program(2), recorded_pass: false }),
        line({ program: program(2), method: 'ldb', recorded_pass: true }),
        line({ program: program(3), recorded_pass: null }),
        line({ program: program(3), recorded_pass: true }),
        line({ program: program(3), recorded_pass: false }),
      ]),
    );
    const labels = view.problems.get('P/0')?.labels;
    expect([1, 2, 3].map((n) => labels?.get(programHashOf(program(n))))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('names the problems that the bank, or the chosen source model, has no program for', () => {
    const bank = bankOf([
      line({ task_id: 'P/0', model: 'model-a' }),
      line({ task_id: 'P/1', model: 'model-b' }),
      line({ task_id: 'P/2', method: 'ldb' }),
    ]);
    expect(missingProblems(viewBank(bank), ['P/0', 'P/1', 'P/2', 'P/3'])).toEqual(['P/2', 'P/3']);
    expect(missingProblems(viewBank(bank, 'model-b'), ['P/0', 'P/1'])).toEqual(['P/0']);
  });

  it('refuses a source model that the bank does not have, naming those it has', () => {
    expect(() => viewBank(bankOf([line(), line({ model: 'model-b' })]), 'model-c')).toThrow(
      expect.objectContaining({
        code: 'BANK_MODEL_UNKNOWN',
        message: expect.stringContaining('"model-c"') as string,
        remedy: expect.stringContaining('model-a, model-b') as string,
      }) as Error,
    );
  });
});

describe('describeBank', () => {
  const bank = bankOf([
    line({ task_id: 'P/0', program: program(1) }),
    line({ task_id: 'P/0', program: program(2), method: 'MapCoder-3-3', model: 'model-b' }),
    line({ task_id: 'P/0', program: program(3), method: 'Reflexion-10', model: 'model-b' }),
    line({ task_id: 'P/1', program: program(1) }),
    line({ task_id: 'P/1', program: program(2), method: 'ldb' }),
    line({ task_id: 'P/2', program: program(1) }),
    line({ task_id: 'P/2', program: program(2) }),
  ]);

  it('says which models wrote it, which methods repaired inside, and how much there is to draw', () => {
    expect(describeBank(bank)).toEqual({
      files: ['made-up.jsonl'],
      sha256: 'b'.repeat(64),
      sourceModels: ['model-a', 'model-b'],
      selfRepairingMethods: ['MapCoder-3-3', 'Reflexion-10'],
      problems: 3,
      distinctPrograms: { min: 1, median: 2, max: 3 },
    });
  });

  it('describes only the part that one source model wrote', () => {
    expect(describeBank(bank, { bankModel: 'model-a' })).toMatchObject({
      sourceModels: ['model-a'],
      selfRepairingMethods: [],
      problems: 3,
      distinctPrograms: { min: 1, median: 1, max: 2 },
    });
  });

  it('takes the mean of the two in the middle as the median of an even number', () => {
    const even = bankOf([
      line({ task_id: 'P/0' }),
      line({ task_id: 'P/1', program: program(1) }),
      line({ task_id: 'P/1', program: program(2) }),
    ]);
    expect(describeBank(even).distinctPrograms).toEqual({ min: 1, median: 1.5, max: 2 });
  });
});

describe('a problem of a bank', () => {
  const view = viewBank(bankOf([line({ task_id: 'MBPP/2' }), line({ task_id: 'loose' })]));

  it('is found whatever the case of its family', () => {
    expect(problemIn(view, 'Mbpp/2')).toBe(view.problems.get('MBPP/2'));
    expect(missingProblems(view, ['mbpp/2', 'Mbpp/3', 'loose', 'Loose'])).toEqual([
      'Mbpp/3',
      'Loose',
    ]);
  });
});
