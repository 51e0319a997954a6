/**
 * Checks what lint cannot see: sizes over the whole tree, folder sizes, depth and names.
 * Run: npm run layout (part of npm run verify). Writes nothing; exit 1 when a limit is passed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

import { findPackageRoot } from '../config/package-root';
import { codeLines, percentile } from './code-lines';

const limits = { codeLines: 300, filesPerFolder: 15, levels: 3 } as const;
const forbiddenNames = new Set(['utils', 'helpers', 'common', 'misc']);
const ignored = new Set(['node_modules', 'dist', '.git', 'coverage', '__pycache__']);

/** Folders and files allowed to pass a limit, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  '.': 'the tools look for their configuration in the root',
  'python/conformance': 'one file per program',
  'test/lint/bad/doors': 'one file per package that has one door',
  'test/lint/bad/layers': 'one file per pair of folders',
  'test/lint/bad/style/long-file.ts': 'shows that lint refuses a file of this length',
  'test/sandbox/hostile': 'one file per program',
};

interface Folder {
  readonly path: string;
  readonly files: readonly string[];
}

function foldersUnder(root: string, folder: string = root): readonly Folder[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  const inner = entries
    .filter((entry) => entry.isDirectory() && !ignored.has(entry.name))
    .flatMap((entry) => foldersUnder(root, join(folder, entry.name)));
  return [{ path: relative(root, folder) || '.', files }, ...inner];
}

function isSource(name: string): boolean {
  return ['.ts', '.py', '.mjs', '.cjs', '.js'].includes(extname(name));
}

function folderFaults({ path, files }: Folder): readonly string[] {
  const names = path.split(sep);
  const sources = files.filter(isSource).length;
  // Tests mirror the tree one level further down.
  const levels = names[0] === 'test' ? limits.levels + 1 : limits.levels;
  return [
    ...(sources > limits.filesPerFolder
      ? [`${path}/ holds ${sources} source files (at most ${limits.filesPerFolder})`]
      : []),
    ...(names.length > levels ? [`${path}/ is deeper than ${levels} levels`] : []),
    ...(forbiddenNames.has(names.at(-1) ?? '')
      ? [`${path}/: name the folder after what its files are about`]
      : []),
  ];
}

function main(): void {
  const root = findPackageRoot();
  const folders = foldersUnder(root);
  const sizes = folders.flatMap(({ path, files }) =>
    files.filter(isSource).map((name) => {
      const file = path === '.' ? name : join(path, name);
      return { file, lines: codeLines(readFileSync(join(root, file), 'utf8'), extname(name)) };
    }),
  );
  const faults = [
    ...folders.filter(({ path }) => !(path in exceptions)).flatMap(folderFaults),
    ...sizes
      .filter(({ file, lines }) => lines > limits.codeLines && !(file in exceptions))
      .map(({ file, lines }) => `${file} has ${lines} code lines (at most ${limits.codeLines})`),
  ];
  for (const [title, part] of [
    ['source', sizes.filter(({ file }) => !file.startsWith(`test${sep}`))],
    ['test', sizes.filter(({ file }) => file.startsWith(`test${sep}`))],
  ] as const) {
    const lines = part.map((size) => size.lines);
    const largest = part.reduce<(typeof part)[number] | null>(
      (best, size) => (best === null || size.lines > best.lines ? size : best),
      null,
    );
    console.log(
      `${title}: ${part.length} files, ${lines.reduce((sum, n) => sum + n, 0)} code lines; ` +
        `median ${percentile(lines, 0.5)}, p90 ${percentile(lines, 0.9)}, ` +
        `max ${largest?.lines ?? 0} (${largest?.file ?? '-'})`,
    );
  }
  for (const [path, reason] of Object.entries(exceptions)) {
    console.log(`exception: ${path} (${reason})`);
  }
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}

main();
