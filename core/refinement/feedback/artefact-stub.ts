import { cutMiddle } from '../../grading/cut-middle';
import { plainText } from '../../words/plain-text';
import type { Artefact } from '../../schemas/dialogue';

const mostNameChars = 100;

/** What stands for a file or image in words: `[image figure-1.png]`, `[file out.csv, 1.2 kB]`. */
export function artefactStub(artefact: Pick<Artefact, 'name' | 'mime' | 'bytes'>): string {
  const name = nameOf(artefact);
  return artefact.mime.startsWith('image/')
    ? `[image ${name}]`
    : `[file ${name}, ${sizeWords(artefact.bytes)}]`;
}

function nameOf({ name }: Pick<Artefact, 'name'>): string {
  return cutMiddle(plainText(name), mostNameChars).replace(/[\n\t[\]]+/g, ' ');
}

/** `812 B`, `1.2 kB`, `3.4 MB`: thousands, one digit behind the point. */
export function sizeWords(bytes: number): string {
  if (bytes < 1_000) return `${String(bytes)} B`;
  const kilo = bytes < 999_950;
  return `${(bytes / (kilo ? 1_000 : 1_000_000)).toFixed(1)} ${kilo ? 'kB' : 'MB'}`;
}
