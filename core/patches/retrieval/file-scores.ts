import type { OutlinedFile } from '../../schemas/repository-outline';
import { isSidePath } from './side-paths';

/** Added for a file that the issue names, so that no sum of words is above it. */
const named = 1_000;
/** Issues may hold logs of megabytes. */
const mostText = 50_000;

/**
 * How much each file has to do with an issue, by its words: the file is named by its path, by its module or in a stack trace, or
 * its path and definitions share words with the issue, rare words more than frequent ones (inverse document frequency).
 * Tests and documentation get half. It is the neutral choice where no model named files, and the order in which parts are shown.
 */
export function fileScores(
  issue: string,
  files: readonly OutlinedFile[],
): ReadonlyMap<string, number> {
  const text = issue.slice(0, mostText);
  const asked = new Set(wordsOf(text));
  const wordsOfFiles = files.map((file) => new Set(wordsOfFile(file)));
  const frequency = new Map<string, number>();
  for (const words of wordsOfFiles) {
    for (const word of words) {
      if (asked.has(word)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
    }
  }
  return new Map(
    files.map((file, place) => {
      const words = [...(wordsOfFiles[place] ?? [])].filter((word) => asked.has(word));
      const shared = words.reduce(
        (sum, word) => sum + Math.log((1 + files.length) / (frequency.get(word) ?? 1)),
        0,
      );
      const score = shared + (isNamed(file, text) ? named : 0);
      return [file.path, isSidePath(file.path) ? score / 2 : score];
    }),
  );
}

/** Paths with the highest scores, equal ones in order of path; none without a score. */
export function likelyFiles(
  scores: ReadonlyMap<string, number>,
  atMost: number,
): readonly string[] {
  return [...scores]
    .filter(([, score]) => score > 0)
    .sort(([left, one], [right, other]) => other - one || (left < right ? -1 : 1))
    .slice(0, atMost)
    .map(([path]) => path);
}

function isNamed({ path }: OutlinedFile, text: string): boolean {
  if (path.includes('/') && text.includes(path)) return true;
  const parts = path
    .replace(/^(?:src|lib)\//, '')
    .replace(/(?:\/__init__)?\.py$/, '')
    .split('/');
  if (parts.length < 2) return false;
  const module = parts.join('.');
  const at = text.indexOf(module);
  // `a.b` is not named by `a.bc`.
  return (
    text.includes(`${parts.join('/')}.py`) ||
    (at >= 0 && !/[\w]/.test(text[at + module.length] ?? ' '))
  );
}

function wordsOfFile({ path, definitions }: OutlinedFile): readonly string[] {
  return [...wordsOf(path), ...definitions.flatMap(({ name }) => wordsOf(name))];
}

/** Names, and their parts: `parseHTTPLine` has `parsehttpline`, `parse`, `http`, `line`. */
function wordsOf(text: string): readonly string[] {
  return [...text.matchAll(/[A-Za-z_]\w*/g)].flatMap(([name]) => {
    const parts = name.split(/_+|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/);
    return [name, ...parts].map((word) => word.toLowerCase()).filter((word) => word.length > 2);
  });
}
