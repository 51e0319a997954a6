import { gradeRecordedBank } from '../../../../laboratory/trials/grading/grade-recorded-bank';
import type {
  RecordedBank,
  RecordedVerdict,
} from '../../../../laboratory/trials/grading/recorded-banks';
import { answeringSandbox, printed } from '../../../fakes/answering-sandbox';

const row: RecordedVerdict['row'] = {
  problem: {
    kind: 'script',
    id: 'p',
    dataset: 'd',
    statement: '',
    rule: { kind: 'tokens' },
    visibleTests: [],
  },
  hidden: { kind: 'script', tests: [{ stdin: '', stdout: 'right' }] },
};
/** A program is what it prints. */
const verdict = (program: string, recorded: string | null, samples = 1): RecordedVerdict => ({
  ...{ name: `${program} ${String(recorded)}`, row, program, as: 'answer', recorded, samples },
});
const sandbox = answeringSandbox({
  run: ({ program }) => ({ stdout: printed(String(program)) }),
});
const bank: RecordedBank = {
  name: 'b',
  profile: 'codecontests',
  problems: '',
  verdicts: [
    verdict('right', 'passed', 3),
    verdict('wrong', 'passed', 2),
    verdict('right', 'failed', 5),
    verdict('right', null, 7),
  ],
};
const quiet = { width: 1, onDone: () => undefined };

it('a bank is compared program by program, and counted sample by sample', async () => {
  const graded = await gradeRecordedBank(sandbox, bank, quiet);
  expect(graded).toMatchObject({ programs: 3, agreed: 1, unfit: 0, wavered: [] });
  expect(graded.disagreements.map(({ name, ours }) => [name, ours])).toEqual([
    ['wrong passed', 'failed'],
    ['right failed', 'passed'],
  ]);
  expect(graded.tallies).toEqual([{ samples: 10, ours: 8, recorded: 5 }]);
});

it('what a tool says when it is asked again about a difference counts', async () => {
  const again: RecordedVerdict[] = [];
  const askAgain = async (disagreed: RecordedBank): Promise<RecordedBank> => {
    again.push(...disagreed.verdicts);
    const verdicts = disagreed.verdicts.map((one) => ({ ...one, recorded: 'passed' }));
    return { ...disagreed, verdicts };
  };
  const graded = await gradeRecordedBank(sandbox, bank, { ...quiet, askAgain });
  expect(again.map(({ name }) => name)).toEqual(['wrong passed', 'right failed']);
  expect(graded).toMatchObject({
    agreed: 2,
    disagreements: [{ name: 'wrong passed' }],
    wavered: [{ name: 'right failed' }],
    tallies: [{ samples: 10, ours: 8, recorded: 10 }],
  });
});
