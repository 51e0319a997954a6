import { parseRunFlags } from '../../cli/run-flags';

const typed = {
  dataset: 'bundled',
  method: 'code-tree',
  model: 'simulated',
  budget: '20',
  concurrency: '10',
  seed: '0',
  samples: '1',
};

function codeOf(work: () => unknown): readonly unknown[] {
  try {
    return ['no error', work()];
  } catch (error) {
    const { code, exitCode } = error as { readonly code: string; readonly exitCode: number };
    return [code, exitCode];
  }
}

describe('the flags of a run', () => {
  it('are read as what they mean', () => {
    expect(
      parseRunFlags({ ...typed, problems: ' a , b,', temperature: '0.7', criticAccuracy: '1' }),
    ).toMatchObject({
      budget: 20,
      problems: ['a', 'b'],
      temperature: 0.7,
      criticAccuracy: 1,
      reuse: true,
      skipMissing: false,
    });
  });

  it('name levels problem by problem', () => {
    const { assurance, assuranceOf } = parseRunFlags({
      ...typed,
      assurance: 'data',
      assuranceOf: 'HumanEval/3=objects, a=b=shared',
    });
    expect([assurance, assuranceOf]).toEqual([
      'data',
      { 'HumanEval/3': 'objects', 'a=b': 'shared' },
    ]);
  });

  it.each([
    ['budget', '0', '--budget "0" must be a whole number from 1 to 100'],
    ['budget', '101', '--budget "101" must be a whole number from 1 to 100'],
    ['budget', '', '--budget "" must be'],
    ['budget', '1e9', '--budget "1e9" must be'],
    ['width', '21', '--width "21" must be a whole number from 1 to 20'],
    ['depth', '0', '--depth "0" must be a whole number from 1 to 10'],
    ['variant', ' ', '--variant " " is empty'],
    ['concurrency', '0', '--concurrency "0"'],
    ['samples', '1.5', '--samples "1.5"'],
    ['seed', '-1', '--seed "-1"'],
    ['limit', '0', '--limit "0"'],
    ['maxTokens', 'x', '--max-tokens "x"'],
    ['temperature', '3', '--temperature "3" must be a number from 0 to 2'],
    ['criticAccuracy', '2', '--critic-accuracy "2"'],
    ['competence', '-1', '--competence "-1"'],
    ['problems', ',', '--problems "," names no problem'],
    ['fresh', 'a b', '--fresh "a b" must be'],
    ['assurance', 'split', '--assurance "split" must be one of data, objects, shared'],
    ['assuranceOf', 'a=none', '--assurance-of "a=none" must be one of data, objects, shared'],
    ['assuranceOf', 'a', '--assurance-of "a" must be ID=LEVEL, ID=LEVEL and so on'],
    ['assuranceOf', '=data', '--assurance-of "=data" must be ID=LEVEL'],
    ['assuranceOf', 'a=data,,', '--assurance-of "a=data,," must be ID=LEVEL'],
    ['assuranceOf', 'a=data,a=shared', '--assurance-of "a=data,a=shared" names a twice'],
    ['model', ' ', '--model " " is empty'],
  ])('name %s and its value when it is %j', (flag, value, message) => {
    const parse = () => parseRunFlags({ ...typed, [flag]: value });
    expect(parse).toThrow(message);
    expect(codeOf(parse)).toEqual(['BAD_FLAG', 2]);
  });
});
