import type { TokenBudget } from '../../repository/slices/fill-budget';
import { isSidePath } from './side-paths';
import { plural } from '../../words/plural';

interface Folder {
  readonly path: string;
  readonly folders: Map<string, Folder>;
  readonly files: string[];
}

/**
 * The files of a repository as an indented tree within a budget. Folders are listed file by file in the order of their highest score, as long
 * as there is room; of the others, and of tests, documentation and files that are no Python, only the number is told.
 * @param scores of Python files
 */
export function fileTree(
  paths: readonly string[],
  scores: ReadonlyMap<string, number>,
  { tokens, countTokens }: TokenBudget,
): string {
  const root = folderTree(paths);
  const folders = foldersOf(root).filter(({ files }) => files.some((path) => !isSidePath(path)));
  const worth = new Map(
    folders.map((folder) => [
      folder.path,
      Math.max(0, ...folder.files.map((path) => scores.get(path) ?? 0)),
    ]),
  );
  const byWorth = folders.toSorted(
    (left, right) =>
      (worth.get(right.path) ?? 0) - (worth.get(left.path) ?? 0) ||
      depthOf(left) - depthOf(right) ||
      (left.path < right.path ? -1 : 1),
  );
  // The largest number of open folders whose tree has room.
  const open = (count: number): ReadonlySet<string> =>
    new Set(byWorth.slice(0, count).map(({ path }) => path));
  let [most, tooMany] = [0, byWorth.length + 1];
  while (tooMany - most > 1) {
    const count = Math.floor((most + tooMany) / 2);
    if (countTokens(told(root, open(count))) <= tokens) most = count;
    else tooMany = count;
  }
  const lines = told(root, open(most)).split('\n');
  while (lines.length > 1 && countTokens(lines.join('\n')) > tokens) {
    lines.length = Math.floor(lines.length / 2);
  }
  return lines.join('\n');
}

function folderTree(paths: readonly string[]): Folder {
  const root: Folder = { path: '', folders: new Map(), files: [] };
  for (const path of paths.toSorted()) {
    let folder = root;
    for (const name of path.split('/').slice(0, -1)) {
      const below = folder.folders.get(name) ?? {
        path: folder.path === '' ? name : `${folder.path}/${name}`,
        folders: new Map<string, Folder>(),
        files: [],
      };
      folder.folders.set(name, below);
      folder = below;
    }
    folder.files.push(path);
  }
  return root;
}

function foldersOf(folder: Folder): readonly Folder[] {
  return [folder, ...[...folder.folders.values()].flatMap(foldersOf)];
}

function depthOf({ path }: Folder): number {
  return path === '' ? 0 : path.split('/').length;
}

function told(root: Folder, open: ReadonlySet<string>): string {
  return linesOf(root, open, '').join('\n');
}

function linesOf(folder: Folder, open: ReadonlySet<string>, indent: string): readonly string[] {
  const below = [...folder.folders].flatMap(([name, one]) => {
    const isOpen = foldersOf(one).some(({ path }) => open.has(path));
    return isOpen
      ? [`${indent}${name}/`, ...linesOf(one, open, `${indent}  `)]
      : [`${indent}${name}/ (${plural(countOf(one), 'file')})`];
  });
  const shown = open.has(folder.path) ? folder.files.filter((path) => !isSidePath(path)) : [];
  const rest = folder.files.length - shown.length;
  return [
    ...below,
    ...shown.map((path) => `${indent}${path.split('/').at(-1) ?? path}`),
    ...(rest === 0
      ? []
      : [`${indent}(${shown.length === 0 ? plural(rest, 'file') : `${String(rest)} more`})`]),
  ];
}

function countOf(folder: Folder): number {
  return foldersOf(folder).reduce((sum, { files }) => sum + files.length, 0);
}
