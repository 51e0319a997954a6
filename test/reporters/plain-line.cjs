// Jest reporter: the skips with their reasons, and as the very last line `N passed, N failed[, N skipped]`.
// With ESPALIER_TALLY_FILE the lines go there instead, for scripts/test.mjs to print after jest has ended.
'use strict';
const {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const { closingLines, tally } = require('./tally.cjs');

class PlainLineReporter {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'espalier-skips-'));
    this.skips = join(this.folder, 'skips.jsonl');
    // Test processes are started after this and inherit it: see test/skip-reasons.ts.
    process.env.ESPALIER_SKIPS_FILE = this.skips;
  }

  onRunComplete(_contexts, results) {
    const lines = closingLines(tally(results), this.reasons());
    rmSync(this.folder, { recursive: true, force: true });
    const text = `${lines.join('\n')}\n`;
    const tallyFile = process.env.ESPALIER_TALLY_FILE;
    if (tallyFile !== undefined) writeFileSync(tallyFile, text);
    // Jest's own summary is written after every reporter: only at the exit is our line the last.
    else process.once('exit', () => writeSync(1, text));
  }

  reasons() {
    if (!existsSync(this.skips)) return [];
    const rows = readFileSync(this.skips, 'utf8')
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row));
    return rows.sort((left, right) =>
      left.name < right.name ? -1 : left.name > right.name ? 1 : 0,
    );
  }
}

module.exports = PlainLineReporter;
