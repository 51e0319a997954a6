// What the last lines of a test run say, as pure functions of jest's aggregated result.
'use strict';

/** A suite that could not be loaded has no tests, and is a failure all the same. */
function tally(results) {
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  const skipped = results.numPendingTests + results.numTodoTests;
  return {
    passed: results.numPassedTests,
    failed: results.wasInterrupted ? Math.max(failed, 1) : failed,
    skipped,
  };
}

/** `reasons` are {name, reason} as `describeIf` registered them. */
function closingLines({ passed, failed, skipped }, reasons) {
  const lines = reasons.map(({ name, reason }) => `skipped: ${name}: ${reason}`);
  if (skipped > 0 && reasons.length === 0) lines.push('skipped: by it.skip or by a name filter');
  const tail = skipped > 0 ? `, ${skipped} skipped` : '';
  return [...lines, `${passed} passed, ${failed} failed${tail}`];
}

module.exports = { tally, closingLines };
