import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

interface Message {
  readonly rule: string | null;
  readonly message: string;
}

interface LintCase {
  readonly file: string;
  readonly text: string;
  /** Where the text pretends to be. */
  readonly place: string;
  readonly rule: string;
  readonly says: string;
  /** What the rule reads beside the text. */
  readonly needs: 'types' | 'cycles' | 'others';
}

const rulesWithTypes = new Set([
  '@typescript-eslint/no-floating-promises',
  '@typescript-eslint/switch-exhaustiveness-check',
]);

function needsOf(rule: string): LintCase['needs'] {
  if (rulesWithTypes.has(rule)) return 'types';
  return rule === 'import-x/no-cycle' ? 'cycles' : 'others';
}

function casesIn(folder: string): readonly LintCase[] {
  return readdirSync(join(__dirname, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((file) => {
      const text = readFileSync(join(__dirname, folder, file), 'utf8');
      const header = (key: string): string =>
        new RegExp(`^// ${key}: (.*)$`, 'm').exec(text)?.[1] ?? '';
      const rule = header('rule');
      return {
        file,
        text,
        place: header('place'),
        rule,
        says: header('says'),
        needs: needsOf(rule),
      };
    });
}

function lint(cases: readonly LintCase[]): ReadonlyMap<string, readonly Message[]> {
  const output = execFileSync(process.execPath, [join(__dirname, 'lint-texts.cjs')], {
    cwd: resolve(__dirname, '../..'),
    input: JSON.stringify(cases),
    encoding: 'utf8',
  });
  const results = JSON.parse(output) as readonly (readonly Message[])[];
  return new Map(cases.map(({ file }, index) => [file, results[index] ?? []]));
}

const bad = casesIn('bad');
const good = casesIn('good');
let found: ReturnType<typeof lint>;
beforeAll(() => {
  found = lint([...bad, ...good]);
});

describe('a file that breaks a house rule', () => {
  it.each(bad)('$file is refused by $rule', ({ file, rule, says }) => {
    expect(found.get(file)).toContainEqual({
      rule,
      message: expect.stringContaining(says) as string,
    });
  });
});

describe('a file that keeps the rules of its folder', () => {
  it.each(good)('$file is accepted at $place', ({ file }) => {
    expect(found.get(file)).toEqual([]);
  });

  it('exists for every folder with a layer of its own', () => {
    expect(good.map(({ file }) => file)).toEqual(
      [
        'activities.ts',
        'cli.ts',
        'client.ts',
        'config.ts',
        'core.ts',
        'datasets.ts',
        'core-agents.ts',
        'core-kinds.ts',
        'core-tasks.ts',
        'engine.ts',
        'lab.ts',
        'llm.ts',
        'processes.ts',
        'report.ts',
        'repositories.ts',
        'sandbox.ts',
        'store.ts',
        'workers.ts',
        'workflows.ts',
      ].sort(),
    );
  });
});
