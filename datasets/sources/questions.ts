import { readingError, sourceFileError } from './source-file-error';
import { fileChunks } from './file-chunks';
import { linePieces } from './line-pieces';

/** What a list of LeetCode questions says of one of them. */
export interface Question {
  readonly title: string;
  readonly difficulty: string;
  readonly tags: readonly string[];
  /** Slugs. */
  readonly similar: readonly string[];
}

/** By slug. */
export type Questions = ReadonlyMap<string, Question>;

const wanted = ['slug', 'title', 'difficulty', 'tags', 'similar'] as const;

/**
 * A table of questions: tab-separated with a head line, lists separated by `|`, plain or gzip. Other columns are ignored.
 * @throws UsageError for a file that cannot be read or lacks a column
 */
export async function loadQuestions(path: string): Promise<Questions> {
  const questions = new Map<string, Question>();
  let head: readonly string[] | null = null;
  for await (const piece of linePieces(fileChunks(path))) {
    if (piece.kind === 'unusable') throw readingError(path, piece.why);
    const cells = piece.bytes.toString('utf8').split('\t');
    if (head === null) {
      head = cells;
      checkHead(path, head);
      continue;
    }
    const cell = (name: (typeof wanted)[number]): string => cells[head?.indexOf(name) ?? -1] ?? '';
    questions.set(cell('slug'), {
      title: cell('title'),
      difficulty: cell('difficulty'),
      tags: listed(cell('tags')),
      similar: listed(cell('similar')),
    });
  }
  if (head === null) {
    throw sourceFileError(path, 'is empty', { remedy: `Give a table with a head line` });
  }
  return questions;
}

function checkHead(path: string, head: readonly string[]): void {
  const missing = wanted.filter((name) => !head.includes(name));
  if (missing.length === 0) return;
  throw sourceFileError(path, `has no column ${missing.join(', ')} in its head line`, {
    remedy: `Give a tab-separated table with the columns ${wanted.join(', ')}`,
  });
}

const listed = (cell: string): readonly string[] =>
  cell.split('|').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
