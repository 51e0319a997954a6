import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Sandbox } from '../../../core/adapters/sandbox';
import { openSandbox } from '../../../sandbox';
import { readCorpus } from '../../../laboratory/trials/hostile/manifest';
import { findLevels } from '../../../laboratory/trials/find-level';
import { honestOf } from '../../../laboratory/trials/levels/subjects';
import { describeWithSandbox } from '../../prerequisites';

const folder = join(__dirname, '../honest');
const page = readFileSync(join(__dirname, '../../../docs/sandbox.md'), 'utf8');

interface Row {
  readonly file: string;
  readonly level: string;
  readonly what: string;
}

function rows(): readonly Row[] {
  const text = readFileSync(join(folder, 'manifest.json'), 'utf8');
  return (JSON.parse(text) as { programs: readonly Row[] }).programs;
}

describe('what each level can do', () => {
  it('is a line of the page for each honest program, and a program for each line', () => {
    const lines = [...page.matchAll(/^\| `(?:data|objects|shared)` \| .* \| `\w+` \|$/gm)];
    const due = rows().map(
      ({ file, level, what }) => `| \`${level}\` | ${what} | \`${file.replace('.py', '')}\` |`,
    );
    expect(lines.map(([line]) => line)).toEqual(due);
    const files = readdirSync(folder).filter((name) => name.endsWith('.py'));
    expect(rows().map(({ file }) => file)).toEqual(expect.arrayContaining(files));
  });
});

describeWithSandbox('honest programs in unusual styles', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox({ backend: 'bubblewrap', stateLabel: 'espalier-honest-levels' });
  });
  afterAll(() => sandbox.close());

  it('pass at their own level, and at none above it', async () => {
    const found = await findLevels(sandbox, honestOf(readCorpus(folder)), { width: 2 });
    expect(found.map(({ name, level }) => [name, level])).toEqual(
      rows().map(({ file, level }) => [file, level]),
    );
  }, 120_000);
});
