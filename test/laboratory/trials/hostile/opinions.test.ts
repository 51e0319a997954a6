import type { VerdictKind } from '../../../../core/schemas/verdict';
import { judgeProgram, secondOpinion } from '../../../../laboratory/trials/hostile/judge-program';
import type { LoadedProgram } from '../../../../laboratory/trials/hostile/manifest';
import { answeringSandbox } from '../../../fakes/answering-sandbox';

const program: LoadedProgram = {
  ...{ file: 'a.py', cls: 'cheat', what: '', kind: 'call', entry: 'add', test: 'assert add()' },
  ...{ expect: ['fail'], fooled_if: 'pass', source: Buffer.from(''), beside: null },
};

describe('a second opinion on a program of a corpus', () => {
  it.each<[VerdictKind, number, string]>([
    ['memory-limit', 2, 'pass'],
    ['timed-out', 2, 'pass'],
    ['failed', 1, 'fail'],
  ])('after %s there are %i runs, the last one alone, and %s stands', async (first, due, word) => {
    const sandbox = answeringSandbox({
      check: ({ alone }) => [alone === true ? 'passed' : first],
    });
    const said = await judgeProgram(sandbox, program, { level: 'data', opinion: secondOpinion });
    expect(said).toMatchObject({ word, runs: due });
    expect(sandbox.asked.map(({ alone }) => alone === true)).toEqual([false, true].slice(0, due));
  });
});
