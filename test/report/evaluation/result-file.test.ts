import { resultFile } from '../../../report/evaluation/write-results';

/** `evalplus/evaluate.py` of 0.3.1: the file that it loads instead of evaluating, of a path that it takes. */
function evalPlusLooksFor(samples: string, isFolder: boolean): string {
  if (isFolder) return `${samples}/eval_results.json`;
  if (!samples.endsWith('.jsonl')) throw new RangeError('assert samples.endswith(".jsonl")');
  return samples.replaceAll('.jsonl', '_eval_results.json');
}

describe('the file of results', () => {
  it.each(['samples.jsonl', 'a b.jsonl', 'm--x_temp_0.0.jsonl', 's.jsonl.jsonl', '.jsonl'])(
    'of %s is the one that EvalPlus looks for beside it',
    (name) => {
      const file = resultFile('evalplus', { name, isFolder: false });
      expect(`/runs/${file}`).toBe(evalPlusLooksFor(`/runs/${name}`, false));
    },
  );

  it('of a folder is the one that EvalPlus looks for in it', () => {
    const file = resultFile('evalplus', { name: 'run.jsonl', isFolder: true });
    expect(`/runs/run.jsonl/${file}`).toBe(evalPlusLooksFor('/runs/run.jsonl', true));
  });

  it.each(['samples.jsonl.gz', 'samples.json', 'samples'])(
    'of %s is the one of samples.jsonl: EvalPlus takes no other ending',
    (name) => {
      const file = resultFile('evalplus', { name, isFolder: false });
      expect(file).toBe(evalPlusLooksFor('samples.jsonl', false));
    },
  );

  it('is called as human-eval and LiveCodeBench call it', () => {
    const source = { name: 'samples.jsonl.gz', isFolder: false };
    expect(resultFile('human-eval', source)).toBe('samples.jsonl.gz_results.jsonl');
    expect(resultFile('lcb', source)).toBe('samples_eval_all.json');
  });
});
