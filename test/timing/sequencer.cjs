// Jest sequencer: the slowest test files first, by the kept table (test/timings.tsv) and by the last run of each file on this machine.
// A file that neither knows goes first: it may be slow. A group of files takes as long as they together.
'use strict';
const { join } = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;

const { filesIn } = require('../run/groups.cjs');
const { readTimings } = require('./table.cjs');

class SlowestFirst extends Sequencer {
  sort(tests) {
    const root = join(__dirname, '..', '..');
    const known = new Map(
      ['test/timings.tsv', 'test-timings.tsv']
        .flatMap((name) => readTimings(join(root, name)))
        .map(({ file, wallMs }) => [file, wallMs]),
    );
    const wallMs = ({ path }) =>
      filesIn(root, path).reduce((sum, file) => sum + (known.get(file) ?? Infinity), 0);
    const order = (left, right) => (left < right ? -1 : left > right ? 1 : 0);
    return [...tests].sort(
      (left, right) => order(wallMs(right), wallMs(left)) || order(left.path, right.path),
    );
  }
}

module.exports = SlowestFirst;
