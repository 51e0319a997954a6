import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

interface TestFile {
  readonly path: string;
}
const SlowestFirst =
  jest.requireActual<
    new (options: object) => { readonly sort: (tests: readonly TestFile[]) => readonly TestFile[] }
  >('./sequencer.cjs');

const root = resolve(__dirname, '../..');

describe('the order of test files', () => {
  const sorted = (files: readonly string[]): readonly string[] =>
    new SlowestFirst({ contexts: [], globalConfig: {} })
      .sort(files.map((file) => ({ path: join(root, file) })))
      .map(({ path }) => path.slice(root.length + 1));

  it('puts unknown files first, then the slowest', () => {
    const rows = readFileSync(join(root, 'test/timings.tsv'), 'utf8').trimEnd().split('\n');
    const [slow = ''] = rows[1]?.split('\t') ?? [];
    const [fast = ''] = rows.at(-1)?.split('\t') ?? [];
    expect(sorted([fast, 'test/b-unknown.test.ts', slow, 'test/a-unknown.test.ts'])).toEqual([
      ...['test/a-unknown.test.ts', 'test/b-unknown.test.ts', slow, fast],
    ]);
  });
});
