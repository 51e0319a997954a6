import { aroundBlock } from '../../../report/dialogue/around-block';

describe('the prose around the block of a reply', () => {
  it('is what stands before and behind its fence', () => {
    const reply = 'First.\n\n```python\nx = 1\n```\n\nThen.';
    expect(aroundBlock(reply, 'x = 1')).toEqual({ before: 'First.', after: 'Then.' });
    expect(aroundBlock('```\nx = 1\n```', 'x = 1')).toEqual({ before: '', after: '' });
    expect(aroundBlock('a\n~~~py\nx = 1\n~~~', 'x = 1')).toEqual({ before: 'a', after: '' });
  });

  it('is that of the last of equal blocks', () => {
    const block = '```python\nx = 1\n```';
    expect(aroundBlock(`${block}\nagain\n${block}\nend`, 'x = 1')).toEqual({
      before: `${block}\nagain`,
      after: 'end',
    });
  });

  it.each([
    ['no code', '```\n\n```', ''],
    ['other code', '```\nx = 1\n```', 'y = 2'],
    ['code in a line', 'Say x = 1 here', 'x = 1'],
    ['a part of a block', '```\nx = 1\ny = 2\n```', 'x = 1'],
    ['the end of a block', '```\ny = 2\nx = 1\n```', 'x = 1'],
    ['an open fence', '```\nx = 1\n', 'x = 1'],
  ])('is not told of %s', (_, reply, code) => {
    expect(aroundBlock(reply, code)).toBeNull();
  });
});
