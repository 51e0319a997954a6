// Jest sequencer: the slowest test files first, by the kept table (test/timings.tsv) and by the last run of each file on this machine.
// A file that neither knows goes first: it may be slow.
'use strict';
const { join, relative } = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;

const { readTimings } = require('./table.cjs');

class SlowestFirst extends Sequencer {
  sort(tests) {
    const root = join(__dirname, '..', '..');
    const known = new Map(
      ['test/timings.tsv', 'test-timings.tsv']
        .flatMap((name) => readTimings(join(root, name)))
        .map(({ file, wallMs }) => [file, wallMs]),
    );
    const wallMs = ({ path }) => known.get(relative(root, path)) ?? Infinity;
    const order = (left, right) => (left < right ? -1 : left > right ? 1 : 0);
    return [...tests].sort(
      (left, right) => order(wallMs(right), wallMs(left)) || order(left.path, right.path),
    );
  }
}

module.exports = SlowestFirst;
