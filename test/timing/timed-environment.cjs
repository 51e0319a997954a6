// Jest's Node environment, which also measures the CPU time of its test file for the timing reporter.
'use strict';
const { appendFileSync } = require('node:fs');
const { TestEnvironment } = require('jest-environment-node');

const { startMeter } = require('./cpu-meter.cjs');

class TimedEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.file = context.testPath;
  }

  async setup() {
    this.stopMeter = startMeter();
    await super.setup();
  }

  async teardown() {
    await super.teardown();
    const cpuMs = this.stopMeter?.();
    const file = process.env.ESPALIER_CPU_FILE;
    if (file === undefined || typeof cpuMs !== 'number') return;
    appendFileSync(file, `${JSON.stringify({ file: this.file, cpuMs })}\n`);
  }
}

module.exports = TimedEnvironment;
