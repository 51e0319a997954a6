import type { OutlinedFile } from '../../schemas/repository-outline';
import type { NamedPlaces } from './locations';

const mostPlaces = 5;

/**
 * Places of files where no model named any: definitions that the issue names, else those that share most of its words, else the head of the
 * file.
 */
export function likelyPlaces(
  issue: string,
  files: readonly OutlinedFile[],
): readonly NamedPlaces[] {
  const words = new Set((issue.match(/[A-Za-z_]\w+/g) ?? []).map((word) => word.toLowerCase()));
  return files.map(({ path, definitions }) => {
    const scored = definitions
      .filter(({ kind }) => kind !== 'global')
      .map((one) => ({ one, score: scoreOf(one.name, words) }))
      .filter(({ score }) => score > 0)
      .toSorted((left, right) => right.score - left.score || left.one.start - right.one.start);
    // A class holds its methods.
    const chosen = scored
      .filter(({ one }) => one.kind !== 'class' || one.end - one.start < 100)
      .slice(0, mostPlaces);
    return { path, at: chosen.map(({ one }) => `${one.kind}: ${one.name}`) };
  });
}

function scoreOf(name: string, words: ReadonlySet<string>): number {
  const last = (name.split('.').at(-1) ?? name).toLowerCase();
  if (words.has(last) && last.length > 3) return 100;
  return last.split('_').filter((part) => part.length > 3 && words.has(part)).length;
}
