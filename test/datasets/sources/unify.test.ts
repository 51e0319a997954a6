import { fencedLanguage, languageName, unifiedText } from '../../../datasets/sources/unify';

describe('unified texts', () => {
  it('normalises white space around code and leaves code in fences as it is', () => {
    const given = '\r\n \n  Text \r\n\n```python\nx = """ \n"""  \n``` \nEnd\u00a0\n\n';
    expect(unifiedText(given)).toBe('  Text\n\n```python\nx = """ \n"""  \n```\nEnd');
    expect(unifiedText(' \n\r\n')).toBe('');
  });

  it('does not close a fence at a shorter one inside it', () => {
    expect(unifiedText('````md\n```  \na  \n```\n````  \nb  ')).toBe(
      '````md\n```  \na  \n```\n````\nb',
    );
  });

  it('names the language of the first tagged block', () => {
    expect(fencedLanguage('a\n```\nplain\n```\n```C++ title="x"\n```')).toBe('cpp');
    expect(fencedLanguage('```\nplain\n```')).toBe('');
    expect(fencedLanguage('no code')).toBe('');
  });

  it.each([
    ['py', 'python'],
    ['Python3', 'python'],
    [' JavaScript ', 'javascript'],
    ['bash', 'shell'],
    ['zig', 'zig'],
  ])('names %s by one name', (name, wanted) => {
    expect(languageName(name)).toBe(wanted);
  });
});
