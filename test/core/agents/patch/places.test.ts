import { parseFilesReply } from '../../../../core/agents/patch/locate-files';
import { parsePlacesReply } from '../../../../core/agents/patch/parse-places';
import { readPlaceSets } from '../../../../core/agents/patch/read-places';

const known = (path: string): boolean => ['a/b.py', 'c.py'].includes(path);

describe('files of a reply', () => {
  it.each([
    ['an object', '{"files": ["a/b.py", "c.py"]}'],
    ['a list', 'These:\n```json\n["./a/b.py", "c.py"]\n```'],
    ['lines of prose', 'I would look at:\n1. `a/b.py`\n2. c.py'],
  ])('are read from %s', (_, reply) => {
    expect(parseFilesReply(reply, known, true)).toEqual({ ok: true, value: ['a/b.py', 'c.py'] });
  });

  it('that the repository does not have are told back, then left out', () => {
    const reply = '{"files": ["a/b.py", "no.py"]}';
    expect(parseFilesReply(reply, known, true)).toMatchObject({
      ok: false,
      problem: 'the repository has no Python file no.py',
    });
    expect(parseFilesReply(reply, known, false)).toEqual({ ok: true, value: ['a/b.py'] });
    expect(parseFilesReply('I do not know.', known, false)).toMatchObject({ ok: false });
  });
});

const one = [{ path: 'a/b.py', at: ['function: f', 'line: 3'] }];

describe('location sets of a reply', () => {
  it.each([
    ['sets of files', '{"sets": [[{"path": "a/b.py", "at": ["function: f", "line: 3"]}]]}', [one]],
    ['a list of objects from paths', '[{"a/b.py": ["function: f", "line: 3"]}]', [one]],
    ['one set', '{"elements": [{"path": "a/b.py", "at": ["function: f", "line: 3"]}]}', [one]],
    [
      'members by kind',
      '{"sets": [[{"file": "a/b.py", "functions": ["f"], "lines": [3]}]]}',
      [[{ path: 'a/b.py', at: ['function: f', 'line: 3'] }]],
    ],
    [
      'an object from paths',
      '{"a/b.py": ["function: f"], "c.py": []}',
      [
        [
          { path: 'a/b.py', at: ['function: f'] },
          { path: 'c.py', at: [] },
        ],
      ],
    ],
    [
      'several sets',
      '{"sets": [{"a/b.py": "function: f\\nline: 3"}, {"c.py": ["class: X"]}]}',
      [one, [{ path: 'c.py', at: ['class: X'] }]],
    ],
  ])('are read from %s', (_, reply, expected) => {
    expect(readPlaceSets(reply)).toEqual(expected);
  });

  it('are none in prose', () => {
    expect(readPlaceSets('Change the function f.')).toBeNull();
  });

  it('are lines of files; what is not known is told back, then left out', () => {
    const definitions = [
      { kind: 'function' as const, name: 'f', start: 5, end: 8, header: '', doc: null },
    ];
    const files = new Map([['a/b.py', { path: 'a/b.py', lines: 9, imports: [], definitions }]]);
    const reply =
      '{"sets": [[{"path": "a/b.py", "at": ["function: f", "function: g"]}], [{"path": "x.py", "at": []}]]}';
    expect(parsePlacesReply(reply, files, { atMost: 3, strict: true })).toEqual({
      ok: false,
      problem: 'a/b.py has no function: g; there is no Python file x.py',
    });
    expect(parsePlacesReply(reply, files, { atMost: 3, strict: false })).toEqual({
      ok: true,
      value: [[{ path: 'a/b.py', start: 5, end: 8, name: 'function f' }]],
    });
  });
});
