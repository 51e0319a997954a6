/**
 * Prints how large the files and folders are, for a reader: no number fails anything. Fails over names that say nothing.
 * Run: npm run layout (part of npm run verify). Writes nothing; exit 1 for a folder that is named after no subject.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, relative, sep } from 'node:path';

import { findPackageRoot } from '../config/package-root';
import { codeLines, percentile } from './code-lines';

const forbiddenNames = new Set(['utils', 'helpers', 'common', 'misc']);
const ignored = new Set(['node_modules', 'dist', '.git', 'coverage', '__pycache__']);

interface Folder {
  readonly path: string;
  readonly files: readonly string[];
}

interface Size {
  readonly file: string;
  readonly lines: number;
}

function foldersUnder(root: string, folder: string = root): readonly Folder[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  const inner = entries
    .filter((entry) => entry.isDirectory() && !ignored.has(entry.name))
    .flatMap((entry) => foldersUnder(root, join(folder, entry.name)));
  return [{ path: relative(root, folder) || '.', files: files.filter(isSource) }, ...inner];
}

function isSource(name: string): boolean {
  return ['.ts', '.py', '.mjs', '.cjs', '.js'].includes(extname(name));
}

function sizesIn(root: string, { path, files }: Folder): readonly Size[] {
  return files.map((name) => {
    const file = path === '.' ? name : join(path, name);
    return { file, lines: codeLines(readFileSync(join(root, file), 'utf8'), extname(name)) };
  });
}

function fileSummary(title: string, sizes: readonly Size[]): string {
  const lines = sizes.map((size) => size.lines);
  const largest = [...sizes].sort((left, right) => right.lines - left.lines).slice(0, 3);
  const named = largest.map(({ file, lines: count }) => `${file} ${String(count)}`).join(', ');
  return (
    `${title}: ${String(sizes.length)} files, ${String(lines.reduce((sum, n) => sum + n, 0))} code lines; ` +
    `median ${String(percentile(lines, 0.5))}, p90 ${String(percentile(lines, 0.9))}; largest: ${named}`
  );
}

/** Folders named after no subject, by path; files are named so too. */
function namelessIn(folders: readonly Folder[]): readonly string[] {
  const paths = folders.flatMap(({ path, files }) => [path, ...files.map((f) => join(path, f))]);
  return paths.filter((path) => forbiddenNames.has(basename(path, extname(path))));
}

function main(): void {
  const root = findPackageRoot();
  const folders = foldersUnder(root);
  const roomOf = ({ path }: Folder): string => path.split(sep)[0] ?? '';
  const apart = ['laboratory', 'test'];
  for (const title of ['source', ...apart]) {
    const part = folders.filter((folder) => {
      const room = roomOf(folder);
      return title === 'source' ? !apart.includes(room) : room === title;
    });
    console.log(
      fileSummary(
        title,
        part.flatMap((folder) => sizesIn(root, folder)),
      ),
    );
    const counts = part.map(({ files }) => files.length).filter((count) => count > 0);
    const depths = part.map(({ path }) => path.split(sep).length);
    console.log(
      `${title}: ${String(counts.length)} folders with source files, median ${String(percentile(counts, 0.5))} each, ` +
        `most ${String(Math.max(...counts))}; at most ${String(Math.max(...depths))} levels`,
    );
  }
  for (const path of namelessIn(folders)) {
    console.error(`${path}: name it after what it is about`);
    process.exitCode = 1;
  }
}

main();
