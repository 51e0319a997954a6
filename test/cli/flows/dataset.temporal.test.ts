import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parquetRecords } from '../../../datasets/sources/parquet-records';
import { createHome, documentOf } from '../../../laboratory/home/espalier-home';
import type { EspalierHome } from '../../../laboratory/home/espalier-home';
import { describeWithSandbox, describeWithTemporal } from '../../prerequisites';

jest.setTimeout(600_000);

const recipe = join(__dirname, '../../../docs/examples/first-data-set/recipe.yaml');

interface Row {
  readonly id: number;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

interface Meta {
  readonly id: number;
  readonly method: string;
  readonly rows: readonly { readonly id: string }[];
  readonly steps: readonly { readonly step: string; readonly end?: string }[];
}

describeWithTemporal('a data set of dialogues', () => {
  describeWithSandbox('with real sessions', () => {
    let home: EspalierHome;
    let folder: string;
    let run: string;
    const at = (...names: readonly string[]): string => join(folder, ...names);
    const rowsOf = <T>(...names: readonly string[]): readonly T[] =>
      readFileSync(at(...names), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as T);
    const dialoguesOf = (name: string): readonly Row[] => [
      ...rowsOf<Row>(name, 'code-feedback', 'train.jsonl'),
      ...rowsOf<Row>(name, 'code-feedback', 'test.jsonl'),
    ];
    const exported = async (name: string, ...flags: readonly string[]) =>
      documentOf(await home.run('dataset', 'export', run, at(name), '--json', ...flags));

    beforeAll(async () => {
      home = createHome({ environment: { ESPALIER_SANDBOX: 'bubblewrap' } });
      folder = mkdtempSync(join(tmpdir(), 'espalier-dataset-test-'));
      const end = await home.run('dataset', 'build', recipe, '--model', 'simulated', '--json');
      const document = documentOf(end) as { readonly run: string };
      expect([end.code, document]).toMatchObject([0, { status: 'completed', total: 54 }]);
      run = document.run;
      await exported('first', '--parquet');
    });
    afterAll(async () => {
      await home.dispose();
      rmSync(folder, { recursive: true, force: true });
    });

    it('has dialogues of all five methods, in the published form, each with its lineage', () => {
      const dialogues = dialoguesOf('first');
      const meta = rowsOf<Meta>('first', 'meta.jsonl');
      expect(new Set(meta.map(({ method }) => method))).toEqual(
        new Set(['pack', 'simulate', 'correct', 'similar', 'follow-up']),
      );
      expect(meta.map(({ id }) => id).sort()).toEqual(dialogues.map(({ id }) => id).sort());
      for (const dialogue of dialogues) {
        expect(Object.keys(dialogue).sort()).toEqual(['id', 'messages']);
        const roles = dialogue.messages.map(({ role }) => role[0]).join('');
        expect(roles).toMatch(/^(ua)+$/);
      }
    });

    it('has the same dialogues as Parquet', async () => {
      const path = at('first', 'code-feedback', 'train.parquet');
      const records: unknown[] = [];
      for await (const { id, messages } of parquetRecords(path)) {
        records.push({ id: Number(id), messages });
      }
      expect(records).toEqual(rowsOf('first', 'code-feedback', 'train.jsonl'));
    });

    it('packs no row twice, with two or three neighbours', () => {
      const packed = rowsOf<Meta>('first', 'meta.jsonl').filter(({ method }) => method === 'pack');
      const rows = packed.flatMap((one) => one.rows.map(({ id }) => id));
      expect(packed.length).toBeGreaterThan(0);
      expect(new Set(rows).size).toBe(rows.length);
      for (const one of packed) expect([3, 4]).toContain(one.rows.length);
    });

    it('begins each correction with a real failure and ends it with a real success', () => {
      const corrected = rowsOf<Meta>('first', 'meta.jsonl').filter(
        ({ method }) => method === 'correct',
      );
      expect(corrected.length).toBeGreaterThan(2);
      for (const { steps } of corrected) {
        const ends = steps.flatMap(({ step, end }) => (step === 'ran' ? [end] : []));
        expect(ends.at(0)).not.toBe('finished');
        expect(ends.at(-1)).toBe('finished');
      }
    });

    it('has counts that add up', () => {
      const stats = JSON.parse(readFileSync(at('first', 'stats.json'), 'utf8')) as {
        readonly sources: Record<string, Record<string, number>>;
        readonly rows: Record<string, number>;
        readonly planned: number;
        readonly exported: Record<string, number>;
      };
      for (const { read, unreadable, repeated, unplanned, planned } of Object.values(
        stats.sources,
      )) {
        expect([unreadable, repeated, unplanned, planned].reduce(sum, 0)).toBe(read);
      }
      expect(Object.values(stats.rows).reduce(sum, 0)).toBe(stats.planned);
      expect(stats.exported).toMatchObject({ dialogues: dialoguesOf('first').length });
    });

    it('asks nothing again for another threshold, and writes the same bytes for the same recipe', async () => {
      const text = readFileSync(recipe, 'utf8')
        .replaceAll('file: ', `file: ${join(recipe, '..')}/`)
        .replace('name: first-data-set', 'name: second');
      writeFileSync(at('same.yaml'), text);
      writeFileSync(at('other.yaml'), text.replace('minRating: 4', 'minRating: 5'));
      const again = await home.run('dataset', 'build', recipe, '--model', 'simulated', '--json');
      expect(documentOf(again)).toMatchObject({ run });
      await exported('again', '--parquet');
      for (const name of readdirSync(at('first'), { recursive: true, encoding: 'utf8' })) {
        if (!/\.\w+$/.test(name)) continue;
        expect(readFileSync(at('again', name), 'utf8')).toBe(
          readFileSync(at('first', name), 'utf8'),
        );
      }
      const other = await home.run(
        'dataset',
        'build',
        at('other.yaml'),
        '--model',
        'simulated',
        '--json',
      );
      const { run: otherRun } = documentOf(other) as { readonly run: string };
      const shown = await home.run('run', 'show', otherRun);
      expect(shown.stdout).toMatch(/calls +\d+ \(0 paid in this run\)/);
      const diff = documentOf(await home.run('dataset', 'diff', run, otherRun, '--json')) as {
        readonly same: number;
        readonly changes: readonly { readonly why: string }[];
      };
      expect(diff.same).toBeGreaterThan(0);
      expect(diff.changes).toContainEqual(
        expect.objectContaining({ change: 'removed', why: 'filtered instead of exported' }),
      );
    });

    it('loses exactly the dialogues of a row that is left out', async () => {
      const meta = rowsOf<Meta>('first', 'meta.jsonl');
      const [packed] = meta.filter(({ method }) => method === 'pack');
      const row = packed?.rows[1]?.id ?? '';
      await exported('without', '--without', row);
      const rest = dialoguesOf('first').filter(({ id }) => id !== packed?.id);
      expect(dialoguesOf('without')).toEqual(rest);
      const refused = await home.run('dataset', 'export', run, at('x'), '--without', 'nobody/7');
      expect([refused.code, refused.stderr]).toEqual([
        2,
        expect.stringContaining('--without nobody/7') as string,
      ]);
    });

    it('packs by the vectors of an embedding model, and pays for each of them once', async () => {
      const text = `name: embedded
sources: [{ name: instructions, file: ${join(recipe, '..', 'instructions.jsonl')}, limit: 12 }]
filter: { combine: none }
methods: { pack: {} }
models: { embedder: words }
gates: { contaminationSets: [], off: [ignored-feedback] }
`;
      let embedded = '';
      writeFileSync(at('embedded.yaml'), text);
      writeFileSync(at('larger.yaml'), text.replace('limit: 12', 'limit: 14'));
      const paid = async (name: string): Promise<readonly [number, number]> => {
        const end = await home.run('dataset', 'build', at(name), '--model', 'simulated', '--json');
        const made = documentOf(end) as { readonly run: string; readonly total: number };
        const shown = await home.run('run', 'show', made.run);
        embedded = made.run;
        return [made.total, Number(/(\d+) paid in this run/.exec(shown.stdout)?.[1] ?? made.total)];
      };
      expect(await paid('embedded.yaml')).toEqual([12, 12]);
      expect(await paid('larger.yaml')).toEqual([14, 2]);
      await home.run('dataset', 'export', embedded, at('embedded'));
      const stats = readFileSync(at('embedded', 'stats.json'), 'utf8');
      expect(JSON.parse(stats)).toMatchObject({ packing: { vectors: 'words' } });
      for (const { steps } of rowsOf<Meta>('embedded', 'meta.jsonl')) {
        expect(steps.length).toBeGreaterThanOrEqual(3);
      }
    });

    it('remembers a removal for later exports, shows it, and takes it back', async () => {
      const [packed] = rowsOf<Meta>('first', 'meta.jsonl').filter(
        ({ method }) => method === 'pack',
      );
      const row = packed?.rows[1]?.id ?? '';
      const changed = await home.run('dataset', 'remove-source', run, row, '--json');
      expect([changed.code, documentOf(changed)]).toEqual([0, { run, leftOut: [row] }]);
      await exported('removed');
      expect(dialoguesOf('removed')).toEqual(
        dialoguesOf('first').filter(({ id }) => id !== packed?.id),
      );
      const summary = documentOf(await home.run('dataset', 'show', run, '--json'));
      expect(summary).toMatchObject({ leftOut: [row], exported: { removed: 1 } });
      const shown = documentOf(await home.run('dataset', 'show', run, row, '--json'));
      expect(shown).toMatchObject({ dialogue: { id: packed?.id }, removedBy: [row] });
      await home.run('dataset', 'remove-source', run, row, '--undo');
      await exported('returned');
      expect(dialoguesOf('returned')).toEqual(dialoguesOf('first'));
    });

    it('shows a row with its steps, by the id of its dialogue', async () => {
      const [corrected] = rowsOf<Meta>('first', 'meta.jsonl').filter(
        ({ method }) => method === 'correct',
      );
      const { code, stdout } = await home.run('dataset', 'show', run, String(corrected?.id));
      expect(code).toBe(0);
      expect(stdout).toContain(`${String(corrected?.rows[0]?.id)}, source instructions`);
      expect(stdout).toMatch(/method correct, planted error: \w+/);
      expect(stdout).toMatch(/first-rater: simulated, answered \d, prompt [0-9a-f]{12}/);
      expect(stdout).toMatch(/ran: raised, program [0-9a-f]{12}/);
    });

    it('gets the same again from programs and tests, in real sessions', async () => {
      const end = await home.run('dataset', 'verify', run, '--sample', '4', '--json');
      expect([end.code, documentOf(end)]).toMatchObject([
        0,
        { checked: 4, same: true, differences: [] },
      ]);
    });

    it('says what more would cost from the rows that were made', async () => {
      const end = await home.run('dataset', 'plan', recipe, '--model', 'simulated', '--json');
      const { methods } = documentOf(end) as { readonly methods: readonly object[] };
      expect(methods).toContainEqual(expect.objectContaining({ method: 'correct', sampled: 10 }));
    });
  });
});

const sum = (total: number, count = 0): number => total + count;
