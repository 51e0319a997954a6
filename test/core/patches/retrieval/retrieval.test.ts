import { changedLocations } from '../../../../core/patches/retrieval/changed-locations';
import { codeAround } from '../../../../core/patches/retrieval/code-around';
import { fileScores, likelyFiles } from '../../../../core/patches/retrieval/file-scores';
import { fileTree } from '../../../../core/patches/retrieval/file-tree';
import { likelyPlaces } from '../../../../core/patches/retrieval/likely-places';
import { locationSetText } from '../../../../core/patches/retrieval/location-set-text';
import { resolveLocations } from '../../../../core/patches/retrieval/locations';
import { nearestTests } from '../../../../core/patches/retrieval/nearest-tests';
import { skeletons } from '../../../../core/patches/retrieval/skeletons';
import type { OutlineDefinition, OutlinedFile } from '../../../../core/schemas/repository-outline';

const countTokens = (text: string): number => Math.ceil(text.length / 4);
const budget = (tokens: number) => ({ tokens, countTokens });

function defined(
  kind: OutlineDefinition['kind'],
  name: string,
  [start, end]: readonly [number, number],
): OutlineDefinition {
  const last = name.split('.').at(-1) ?? name;
  const indent = kind === 'method' ? '    ' : '';
  const header =
    kind === 'class'
      ? `class ${last}:`
      : kind === 'global'
        ? `${last} = 1`
        : `${indent}def ${last}(self):`;
  return { kind, name, start, end, header, doc: kind === 'class' ? 'A box.' : null };
}

function file(path: string, changes: Partial<OutlinedFile> = {}): OutlinedFile {
  return { path, lines: 60, imports: [], definitions: [], ...changes };
}

const boxes = file('src/pkg/boxes.py', {
  definitions: [
    defined('global', 'LIMIT', [3, 3]),
    defined('class', 'Box', [5, 20]),
    defined('method', 'Box.open', [7, 9]),
    defined('method', 'Box.close', [11, 20]),
    defined('function', 'count_boxes', [40, 44]),
  ],
});
const files = [
  boxes,
  file('src/pkg/words.py', { definitions: [defined('function', 'split_words', [1, 3])] }),
  file('tests/test_boxes.py', { definitions: [defined('function', 'test_open', [1, 3])] }),
  file('tests/test_all.py', {
    imports: ['pkg.boxes.Box', 'pkg.boxes'],
    definitions: [defined('function', 'test_all', [1, 3])],
  }),
  file('tests/test_words.py', { definitions: [defined('function', 'test_words', [1, 3])] }),
];
const outline = new Map(files.map((one) => [one.path, one]));
const text = Array.from({ length: 60 }, (_, at) => `line ${String(at + 1)}`).join('\n');
const texts = new Map([['src/pkg/boxes.py', text]]);

describe('scores of files', () => {
  it('are highest for files that the issue names, by path, module or stack trace', () => {
    for (const issue of [
      'see src/pkg/words.py',
      'pkg.words fails with boxes, Box.open and count_boxes',
      'File "/x/site-packages/pkg/words.py", line 3',
    ]) {
      expect(likelyFiles(fileScores(issue, files), 1)).toEqual(['src/pkg/words.py']);
    }
  });

  it('count words that are shared, and tests for half', () => {
    const scores = fileScores('Opening boxes twice counts too many boxes', files);
    expect(likelyFiles(scores, 2)).toEqual(['src/pkg/boxes.py', 'tests/test_boxes.py']);
    expect(likelyFiles(fileScores('Nothing.', files), 5)).toEqual([]);
  });
});

describe('the tree of files', () => {
  const paths = [...outline.keys(), 'docs/conf.py', 'README.md', 'src/pkg/data.json'];

  it('shows Python files, and numbers of the rest', () => {
    expect(fileTree(paths, new Map(), budget(1_000))).toBe(
      [
        ...['docs/ (1 file)', 'src/', '  pkg/', '    boxes.py', '    words.py', '    (1 more)'],
        ...['tests/ (3 files)', '(1 file)'],
      ].join('\n'),
    );
  });

  it('folds folders with the lowest scores first, and stays within its budget', () => {
    const many = ['a', 'b', 'c'].flatMap((name) =>
      Array.from({ length: 30 }, (_, at) => `${name}/file_${String(at)}.py`),
    );
    const tree = fileTree(many, new Map([['b/file_3.py', 5]]), budget(150));
    expect(tree).toContain('  file_3.py');
    expect(tree).toContain('a/ (30 files)');
    expect(countTokens(fileTree(many, new Map(), budget(5)))).toBeLessThanOrEqual(5);
  });
});

describe('skeletons', () => {
  it('hold headers and first lines of docstrings, without bodies', () => {
    expect(skeletons([boxes], budget(1_000))).toBe(
      [
        ...['### src/pkg/boxes.py', '```python', 'LIMIT = 1', 'class Box:', '    """A box."""'],
        ...['    def open(self):', '        ...', '    def close(self):', '        ...'],
        ...['def count_boxes(self):', '    ...', '```'],
      ].join('\n'),
    );
  });

  it('fall back to names, then leave a file out', () => {
    expect(skeletons([boxes], budget(30))).not.toContain('...');
    expect(skeletons([boxes], budget(30))).toContain('Box.open');
    expect(skeletons([boxes], budget(5))).toBe('');
  });
});

describe('locations', () => {
  it('are found by kind and name, by name alone, and by line', () => {
    const at = ['method: Box.open', 'function: close', 'count_boxes()', 'lines 30-35', 'line: 50'];
    const { locations, unknown } = resolveLocations([{ path: boxes.path, at }], outline);
    expect(unknown).toEqual([]);
    expect(locations.map(({ start, end }) => [start, end])).toEqual([
      ...[
        [7, 9],
        [11, 20],
        [40, 44],
        [30, 35],
        [50, 50],
      ],
    ]);
  });

  it('that name nothing are told', () => {
    const named = [
      { path: 'src/no.py', at: [] },
      { path: boxes.path, at: ['function: nope', 'line: 600'] },
    ];
    expect(resolveLocations(named, outline)).toEqual({
      locations: [],
      unknown: [
        'there is no Python file src/no.py',
        'src/pkg/boxes.py has no function: nope',
        'src/pkg/boxes.py has no line: 600',
      ],
    });
  });

  it('are guessed from the words of the issue, if no model names any', () => {
    const [first] = likelyPlaces('count_boxes is wrong', [boxes]);
    expect(first?.at).toEqual(['function: count_boxes']);
  });
});

describe('the code around locations', () => {
  const place = (start: number, end: number) => ({
    ...{ path: boxes.path, start, end, name: 'function f' },
  });

  it('has ten lines on each side, and no line numbers', () => {
    const code = codeAround(texts, [place(30, 31)], budget(10_000));
    expect(code).toBe(
      [
        '### src/pkg/boxes.py',
        '```python',
        '...',
        ...text.split('\n').slice(19, 41),
        '...',
        '```',
      ].join('\n'),
    );
  });

  it('joins places that touch, and leaves later ones out at the end of the budget', () => {
    const both = codeAround(texts, [place(15, 15), place(30, 30)], budget(10_000));
    expect(both.match(/\.\.\./g)).toHaveLength(2);
    const one = codeAround(texts, [place(5, 5), place(50, 50)], budget(60));
    expect(one).toContain('line 5\n');
    expect(one).not.toContain('line 50');
  });

  it('is what a strategy holds, behind its places', () => {
    const told = locationSetText(texts, [place(30, 31)], budget(10_000));
    expect(told).toMatch(/^Places to change:\n- src\/pkg\/boxes\.py: function f\n\n### src/);
  });

  it('finds what a patch changed', () => {
    const changed = text.replace('line 30', 'line 30\nmore');
    expect(changedLocations('p', text, changed)).toMatchObject([{ start: 31, end: 31 }]);
    expect(changedLocations('p', text, text)).toEqual([]);
  });
});

describe('the nearest tests', () => {
  it('are named after a located file, then import it', () => {
    expect(nearestTests([boxes.path], files)).toEqual(['tests/test_boxes.py', 'tests/test_all.py']);
  });
});
