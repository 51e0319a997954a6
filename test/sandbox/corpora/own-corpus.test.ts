import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { readCorpus } from '../../../laboratory/trials/hostile/manifest';

const folder = join(__dirname, '../hostile');
const corpus = readCorpus(folder);

describe('our own corpus of hostile programs', () => {
  it('names every program in its folder, once', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.py'));
    expect(corpus.programs.map(({ file }) => file).sort()).toEqual(files.sort());
  });

  it('says of each program what it teaches', () => {
    const text = readFileSync(join(folder, 'README.md'), 'utf8');
    const unsaid = corpus.programs.filter(({ file }) => !text.includes(`| \`${file}\` |`));
    expect(unsaid).toEqual([]);
  });

  it('hides its token in every test and shows it in no program', () => {
    const calls = corpus.programs.filter(({ kind }) => kind === 'call');
    expect(calls.filter(({ test }) => test?.includes(corpus.token) !== true)).toEqual([]);
    expect(corpus.programs.filter(({ source }) => source.includes(corpus.token))).toEqual([]);
  });

  it('holds cheats, escapes, attacks on the machine and honest programs', () => {
    const counts = new Map<string, number>();
    for (const { cls } of corpus.programs) counts.set(cls, (counts.get(cls) ?? 0) + 1);
    for (const cls of ['cheat', 'escape', 'dos', 'edge']) {
      expect(counts.get(cls)).toBeGreaterThanOrEqual(15);
    }
  });

  it('lets an honest program only pass, and a cheat or an escape never', () => {
    const kinds = { edge: ['pass'], cheat: ['error', 'fail', 'timeout'] } as const;
    for (const { cls, expect: words } of corpus.programs) {
      if (cls === 'edge') expect(words).toEqual(kinds.edge);
      if (cls === 'cheat' || cls === 'escape') expect([...words].sort()).toEqual(kinds.cheat);
    }
  });
});
