import { applyEdits } from '../../../../core/patches/edits/apply-edits';
import { readEdits } from '../../../../core/patches/edits/read-edits';

const block = (search: string, replace: string): string =>
  `<<<<<<< SEARCH\n${search}=======\n${replace}>>>>>>> REPLACE\n`;
const kinds = (faults: readonly { readonly kind: string }[]): readonly string[] =>
  faults.map(({ kind }) => kind);

describe('the edits of a reply', () => {
  it('have the path that stands last before them', () => {
    const reply = `First I think.\n\`\`\`python\n### a/b.py\n${block('x\n', 'y\n')}${block('z\n', '')}\`\`\`\n### \`c.py\`\n${block('', 'new\n')}`;
    expect(readEdits(reply)).toEqual({
      edits: [
        { path: 'a/b.py', search: 'x\n', replace: 'y\n' },
        { path: 'a/b.py', search: 'z\n', replace: '' },
        { path: 'c.py', search: '', replace: 'new\n' },
      ],
      faults: [],
    });
  });

  it('keep lines that look like a path', () => {
    const { edits } = readEdits(`### a.py\n${block('### heading\n', '## x\n')}`);
    expect(edits).toEqual([{ path: 'a.py', search: '### heading\n', replace: '## x\n' }]);
  });

  it.each([
    ['nothing', 'no-edits', 'no SEARCH/REPLACE block'],
    [block('x\n', 'y\n'), 'malformed', 'Block 1: no line `### path` stands before it.'],
    ['### a.py\n<<<<<<< SEARCH\nx\n>>>>>>> REPLACE', 'malformed', 'the line ======= is missing'],
    ['### a.py\n<<<<<<< SEARCH\nx\n=======\ny\n', 'malformed', '>>>>>>> REPLACE is missing'],
    ['### a.py\n>>>>>>> REPLACE', 'malformed', 'a REPLACE stands without a SEARCH'],
    [`### a.py\n<<<<<<< SEARCH\nx\n${block('x\n', 'y\n')}`, 'malformed', 'a second SEARCH'],
  ])('are refused, saying why: %j', (reply, kind, text) => {
    const { faults } = readEdits(reply);
    expect(faults[0]).toMatchObject({ kind, text: expect.stringContaining(text) as string });
  });
});

describe('applying edits', () => {
  const before = new Map([
    ['a.py', 'one\ntwo\none\n'],
    ['crlf.py', 'one\r\ntwo\r\n'],
    ['open.py', 'one\ntwo'],
  ]);

  it('changes the place that the lines name, and later edits see it', () => {
    const { files, faults } = applyEdits(before, [
      { path: 'a.py', search: 'two\n', replace: 'three\n' },
      { path: 'a.py', search: 'three\none\n', replace: 'four\n' },
      { path: 'new.py', search: '', replace: 'x\n' },
    ]);
    expect(faults).toEqual([]);
    expect([...files]).toEqual([
      ['a.py', 'one\nfour\n'],
      ['new.py', 'x\n'],
    ]);
  });

  it.each([
    ['crlf.py', 'two\n', 'three\n', 'one\r\nthree\r\n'],
    ['open.py', 'one\n', 'zero\n', 'zero\ntwo'],
    ['open.py', 'two\n', 'three\n', 'one\nthree\n'],
    ['a.py', 'two\n', '', 'one\none\n'],
  ])('keeps the line ends of %s', (path, search, replace, expected) => {
    expect(applyEdits(before, [{ path, search, replace }]).files.get(path)).toBe(expected);
  });

  it.each([
    [{ path: 'a.py', search: 'one\n', replace: 'x\n' }, 'ambiguous', 'stand in the file 2 times'],
    [{ path: 'a.py', search: 'ne\n', replace: 'x\n' }, 'not-found', 'do not stand in the file'],
    [{ path: 'b.py', search: 'one\n', replace: 'x\n' }, 'unknown-file', 'no such file'],
    [{ path: 'a.py', search: '', replace: 'x\n' }, 'file-exists', 'the file is there'],
    [{ path: 'a.py', search: 'two\n', replace: 'two\n' }, 'no-change', 'are the same'],
  ])('guesses nothing: %j', (edit, kind, text) => {
    const { files, faults } = applyEdits(before, [edit]);
    expect(faults[0]).toMatchObject({ kind, text: expect.stringContaining(text) as string });
    expect(files.size).toBe(0);
  });

  it('applies a reply whole or not at all', () => {
    const edits = [
      { path: 'a.py', search: 'two\n', replace: 'three\n' },
      { path: 'b.py', search: 'x\n', replace: 'y\n' },
    ];
    const { files, faults } = applyEdits(before, edits);
    expect(files.size).toBe(0);
    expect(faults[0]?.text).toMatch(/^Block 2 \(b\.py\): /);
  });

  it('refuses edits that undo each other', () => {
    const there = { path: 'a.py', search: 'two\n', replace: 'three\n' };
    const back = { path: 'a.py', search: 'three\n', replace: 'two\n' };
    expect(kinds(applyEdits(before, [there, back]).faults)).toEqual(['no-change']);
  });
});
