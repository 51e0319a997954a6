'use strict';
const { rmSync } = require('node:fs');

module.exports = () => {
  const folder = process.env.ESPALIER_TEST_RUN;
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
};
