// The table of test timings: a tab-separated file with one row per test file, slowest first.
'use strict';
const { existsSync, readFileSync } = require('node:fs');

const header = 'file\twall_s\tcpu_s';

/** Rows are {file, wallMs, cpuMs}; `cpuMs` is null where it is not known. */
function timingsText(rows) {
  const seconds = (ms) => (ms === null ? '' : (ms / 1000).toFixed(1));
  const sorted = [...rows].sort(
    (left, right) => right.wallMs - left.wallMs || (left.file < right.file ? -1 : 1),
  );
  const lines = sorted.map(({ file, wallMs, cpuMs }) =>
    [file, seconds(wallMs), seconds(cpuMs)].join('\t'),
  );
  return `${[header, ...lines].join('\n')}\n`;
}

/** Rows of a table; none where the file is missing. */
function readTimings(path) {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [file, wall, cpu] = line.split('\t');
      return { file, wallMs: Number(wall) * 1000, cpuMs: cpu === '' ? null : Number(cpu) * 1000 };
    });
}

/** Rows of a table and of a later run: a file of both has its row of the run. */
function merged(table, run) {
  const ofRun = new Set(run.map(({ file }) => file));
  return [...table.filter(({ file }) => !ofRun.has(file)), ...run];
}

module.exports = { merged, readTimings, timingsText };
