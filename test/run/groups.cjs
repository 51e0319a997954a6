// A complete run puts test files that need nothing into groups. Jest loads the product anew for each test file, which costs more than
// most of these tests; the files of a group share what they load. Each file keeps its own `describe`, named after it.
'use strict';
const { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { join, relative, sep } = require('node:path');

const { readTimings } = require('../timing/table.cjs');

const root = join(__dirname, '..', '..');
const groupsFolder = join('test', 'run', 'groups');
const folder = join(root, groupsFolder);
/** Tests of workflows stand in for the engine's isolate: what they load must be loaded by them first. */
const alone = /\.(docker|temporal|sandbox)\.test\.ts$|^test\/workflows\//;

/** A group is full at this sum of wall times, as the kept table has them; one file may be more. */
const fullMs = 30_000;
/** For a file that the table does not have. */
const unknownMs = 1_000;

/** Neighbours in `files` share a group. @param wallMsOf undefined: not known @returns groups of paths, in the order of `files` */
function groupsOf(files, wallMsOf) {
  const groups = [];
  let sumMs = Infinity;
  for (const file of files) {
    const wallMs = wallMsOf(file) ?? unknownMs;
    if (sumMs + wallMs > fullMs) {
      groups.push([]);
      sumMs = 0;
    }
    groups.at(-1).push(file);
    sumMs += wallMs;
  }
  return groups;
}

/** The text of a group: a test file of Jest. */
function groupText(files) {
  const lines = files.map(
    (file) => `describe('${file}', () => void require('${join('..', '..', '..', file)}'));`,
  );
  return `${lines.join('\n')}\n`;
}

/** Writes the groups of this checkout. Those of an earlier run are gone. */
function writeGroups() {
  const known = new Map(
    readTimings(join(root, 'test', 'timings.tsv')).map(({ file, wallMs }) => [file, wallMs]),
  );
  const files = readdirSync(join(root, 'test'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .filter((file) => !alone.test(file))
    .sort();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [index, group] of groupsOf(files, (file) => known.get(file)).entries()) {
    writeFileSync(join(folder, `${String(index)}.test.cjs`), groupText(group));
  }
}

/** The test files of a group, or the file itself, below the root of its checkout. */
function filesIn(root, path) {
  if (!relative(root, path).startsWith(join(groupsFolder, sep))) return [relative(root, path)];
  const lines = readFileSync(path, 'utf8').matchAll(/^describe\('([^']*)'/gm);
  return [...lines].map(([, file]) => file);
}

module.exports = { filesIn, groupsOf, groupText, writeGroups };
