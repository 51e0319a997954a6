// Jest reporter: wall and CPU time of each test file. Prints the slowest twenty of the run. Writes the rows of the run into the
// table ESPALIER_TIMINGS_FILE (default: test-timings.tsv, which git ignores). The rows of other test files stay.
'use strict';
const { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const { filesIn } = require('../run/groups.cjs');
const { sweep } = require('./cpu-meter.cjs');
const { merged, readTimings, timingsText } = require('./table.cjs');

const shown = 20;

/** A group of files is told apart by the time of each file's tests, and its CPU time shared out by that. */
function rowsOf(root, { testFilePath, perfStats, testResults }, cpuMs) {
  const files = filesIn(root, testFilePath);
  if (files.length === 1) return [{ file: files[0], wallMs: perfStats.runtime, cpuMs }];
  const parts = files.map((file) => {
    const own = testResults.filter(({ ancestorTitles }) => ancestorTitles[0] === file);
    return { file, wallMs: own.reduce((sum, { duration }) => sum + (duration ?? 0), 0) };
  });
  const sumMs = parts.reduce((sum, { wallMs }) => sum + wallMs, 0);
  return parts.map(({ file, wallMs }) => {
    const share = sumMs === 0 ? 1 / files.length : wallMs / sumMs;
    return {
      file,
      wallMs: share * perfStats.runtime,
      cpuMs: cpuMs === null ? null : share * cpuMs,
    };
  });
}

class TimingReporter {
  constructor(globalConfig) {
    this.root = globalConfig.rootDir;
    // A filter by the names of tests runs only a part of each file.
    this.wholeFiles = !globalConfig.testNamePattern;
    this.folder = mkdtempSync(join(tmpdir(), 'espalier-timings-'));
    this.cpuFile = join(this.folder, 'cpu.jsonl');
    // Test processes are started after this and inherit it: see timed-environment.cjs.
    process.env.ESPALIER_CPU_FILE = this.cpuFile;
    process.env.ESPALIER_TEST_GROUP = String(process.pid);
    this.startedMs = Date.now();
  }

  onRunComplete(_contexts, results) {
    const cpu = this.cpuByFile();
    const rows = results.testResults
      .filter(({ perfStats }) => perfStats.runtime > 0)
      .flatMap((result) => rowsOf(this.root, result, cpu.get(result.testFilePath) ?? null));
    rmSync(this.folder, { recursive: true, force: true });
    sweep();
    const path = process.env.ESPALIER_TIMINGS_FILE ?? join(this.root, 'test-timings.tsv');
    if (this.wholeFiles) {
      const kept = readTimings(path).filter(({ file }) => existsSync(join(this.root, file)));
      writeFileSync(path, timingsText(merged(kept, rows)));
    }
    // A single file is being worked on: its time is on jest's own line.
    if (rows.length < 2) return;
    const total = (key) => rows.reduce((sum, row) => sum + (row[key] ?? 0), 0) / 1000;
    const wall = (Date.now() - this.startedMs) / 1000;
    console.error(
      [
        `slowest test files (times of all test files: ${path}):`,
        ...timingsText(rows).split('\n', shown + 1),
        `${rows.length} files in ${wall.toFixed(0)} s; sum of wall time ${total('wallMs').toFixed(0)} s, ` +
          `of CPU time ${total('cpuMs').toFixed(0)} s`,
      ].join('\n'),
    );
  }

  cpuByFile() {
    if (!existsSync(this.cpuFile)) return new Map();
    const lines = readFileSync(this.cpuFile, 'utf8').trim().split('\n');
    return new Map(lines.map((line) => JSON.parse(line)).map(({ file, cpuMs }) => [file, cpuMs]));
  }
}

module.exports = TimingReporter;
