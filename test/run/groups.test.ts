import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

const { filesIn, groupsOf, groupText } = jest.requireActual<{
  readonly groupsOf: (
    files: readonly string[],
    wallMsOf: (file: string) => number | undefined,
  ) => readonly (readonly string[])[];
  readonly groupText: (files: readonly string[]) => string;
  readonly filesIn: (root: string, path: string) => readonly string[];
}>('./groups.cjs');

describe('groups of test files', () => {
  it('hold each file once, in order, and take no more when they are full', () => {
    const wallMs = new Map<string, number>([
      ...[['a', 20_000] as const, ['b', 9_000] as const],
      ...[['d', 29_500] as const, ['e', 90_000] as const],
    ]);
    // The table does not have `c`: it counts as one second.
    const groups = groupsOf(['a', 'b', 'c', 'd', 'e', 'f'], (file) => wallMs.get(file));
    expect(groups).toEqual([['a', 'b', 'c'], ['d'], ['e'], ['f']]);
  });

  it('are read back as they were written', () => {
    const root = mkdtempSync(join(tmpdir(), 'espalier-groups-'));
    try {
      const folder = join(root, 'test', 'run', 'groups');
      mkdirSync(folder, { recursive: true });
      const files = ['test/a/one.test.ts', 'test/b/two.test.ts'];
      writeFileSync(join(folder, '0.test.cjs'), groupText(files));
      expect(filesIn(root, join(folder, '0.test.cjs'))).toEqual(files);
      expect(filesIn(root, join(root, 'test/a/one.test.ts'))).toEqual(['test/a/one.test.ts']);
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  it('run each file within a block of its own name', () => {
    const seen: string[] = [];
    runInNewContext(groupText(['test/a.test.ts', 'test/b.test.ts']), {
      describe: (name: string, body: () => void) => {
        seen.push(`< ${name}`);
        body();
        seen.push('>');
      },
      require: (path: string) => seen.push(path),
    });
    expect(seen).toEqual([
      ...['< test/a.test.ts', '../../../test/a.test.ts', '>'],
      ...['< test/b.test.ts', '../../../test/b.test.ts', '>'],
    ]);
  });

  it('share modules without hooks, which would belong to the first file that loads them', () => {
    const folder = join(__dirname, '..');
    const shared = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
    );
    const hooked = shared.filter((name) =>
      /^(?:before|after)(?:All|Each)\(/m.test(readFileSync(join(folder, name), 'utf8')),
    );
    expect(shared.length).toBeGreaterThan(100);
    expect(hooked).toEqual([]);
  });
});
