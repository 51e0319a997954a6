import { levelsFlag } from '../../cli/levels-flag';

describe('the levels of problems', () => {
  it('are read by id, which may hold an equals sign', () => {
    expect(levelsFlag(' a/1 = data ,a=b=shared')).toEqual({ 'a/1': 'data', 'a=b': 'shared' });
  });

  it.each(['', 'a', 'a=', '=data', 'a=data,', 'a=data,,b=data'])('are not %j', (typed) => {
    expect(() => levelsFlag(typed)).toThrow(
      expect.objectContaining({
        code: 'BAD_FLAG',
        message: `--assurance-of ${JSON.stringify(typed)} must be ID=LEVEL, ID=LEVEL and so on`,
        remedy: "Say each problem's level once: data, objects, shared",
      }) as Error,
    );
  });

  it('are said once for each problem', () => {
    expect(() => levelsFlag('a=data,b=data,a=shared')).toThrow('names a twice');
  });
});
