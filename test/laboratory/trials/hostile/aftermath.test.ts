import { AftermathWatch } from '../../../../laboratory/trials/hostile/aftermath';
import { runCorpus } from '../../../../laboratory/trials/hostile/run-corpus';
import { answeringSandbox, printed } from '../../../fakes/answering-sandbox';

const sandbox = answeringSandbox({
  check: () => ['passed'],
  run: () => ({ stdout: printed('[]') }),
});
/** This process has no cell of bubblewrap's: as little is seen of one elsewhere. */
const search = { backend: 'bubblewrap' } as const;
const unseen = { code: 'SANDBOX_CELL_UNSEEN', exitCode: 3 };

describe('the look at what a program leaves', () => {
  it('is refused where the cell cannot be seen: nothing found would mean nothing', async () => {
    await expect(new AftermathWatch(sandbox, search).begin()).rejects.toMatchObject(unseen);
  });

  it('that is refused ends a corpus before its first program, which is not called sound', async () => {
    const program = {
      ...({
        file: 'a.py',
        cls: 'edge',
        what: '',
        kind: 'script',
        source: Buffer.from(''),
        beside: null,
      } as const),
      expect: ['pass' as const],
    };
    const judged: string[] = [];
    const running = runCorpus(
      { folder: '', token: 'token-12', programs: [program] },
      { sandbox, search, level: 'data', onJudged: ({ file }) => judged.push(file) },
    );
    await expect(running).rejects.toMatchObject(unseen);
    expect(judged).toEqual([]);
  });
});
