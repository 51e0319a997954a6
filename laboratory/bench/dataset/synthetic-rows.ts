import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';

import { drawBelow, seededChance, type Chance } from '../../../core/statistics/seeded-chance';

/** Every such row is an instruction that models are asked about. The others are dialogues. */
const instructionEvery = 500;
/** Every such row repeats the words of the row before it, but for one. */
const repetitionEvery = 50;
/** Every such row has a key of a service in its answer. */
const secretEvery = 97;

const vocabulary = 4_000;
const syllables = ['ba', 'de', 'fi', 'go', 'ku', 'la', 'mi', 'no', 'pe', 'ra', 'si', 'tu'];

/** A recipe and its source with so many rows. The same seed gives the same bytes. @returns path of the recipe */
export async function writeSyntheticRows(
  folder: string,
  { rows, seed }: { readonly rows: number; readonly seed: number },
): Promise<string> {
  const chance = seededChance(seed);
  const file = createWriteStream(join(folder, 'rows.jsonl'));
  let words: readonly string[] = [];
  for (let place = 0; place < rows; place += 1) {
    words = place % repetitionEvery === 1 ? [...words.slice(1), 'once'] : drawn(chance, 30);
    const line = `${JSON.stringify(syntheticRow(chance, place, words))}\n`;
    if (!file.write(line)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
  const recipe = join(folder, 'recipe.json');
  await writeFile(recipe, JSON.stringify(recipeOf(rows)));
  return recipe;
}

function recipeOf(rows: number): object {
  return {
    name: `synthetic-${String(rows)}`,
    sources: [{ name: 'synthetic', file: 'rows.jsonl', licence: 'MIT' }],
    filter: { combine: 'none' },
    methods: { keep: {}, simulate: {} },
    gates: { contaminationSets: ['bundled'] },
  };
}

function syntheticRow(chance: Chance, place: number, words: readonly string[]): object {
  const task = `Write a Python function ${words[0] ?? ''}_${String(place)} that ${words.join(' ')}.`;
  if (place % instructionEvery === 0) return { query: task, answer: codeFor(chance, place) };
  const secret = place % secretEvery === 0 ? `\n\nMy key is ghp_${secretOf(chance)}.` : '';
  return {
    messages: [
      { role: 'user', content: task },
      { role: 'assistant', content: codeFor(chance, place) },
      { role: 'user', content: `Now also ${drawn(chance, 12).join(' ')}.` },
      { role: 'assistant', content: `${codeFor(chance, place)}${secret}` },
    ],
  };
}

function codeFor(chance: Chance, place: number): string {
  const lines = Array.from({ length: 4 + drawBelow(chance, 12) }, () => {
    const [name = '', left = '', right = ''] = drawn(chance, 3);
    return `    ${name} = ${left} * ${String(drawBelow(chance, 100))} + ${right}`;
  });
  const prose = `This ${drawn(chance, 25).join(' ')}.`;
  return [prose, '', '```python', `def f_${String(place)}(a):`, ...lines, '```'].join('\n');
}

function drawn(chance: Chance, count: number): readonly string[] {
  return Array.from({ length: count }, () => {
    let rest = drawBelow(chance, vocabulary);
    let word = '';
    for (let part = 0; part < 3; part += 1) {
      word += syllables[rest % syllables.length] ?? '';
      rest = Math.floor(rest / syllables.length);
    }
    return word;
  });
}

function secretOf(chance: Chance): string {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
  return Array.from({ length: 36 }, () => letters[drawBelow(chance, letters.length)] ?? '').join(
    '',
  );
}
