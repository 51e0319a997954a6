#!/usr/bin/env node
import { join } from 'node:path';

import { loadPacked } from './load-packed';

// In one file where the build has packed one, as modules where it has not (0056).
const packed = loadPacked(join(__dirname, 'packed.js'));
if (packed === null) void import('./unpacked.js');
else packed.run();
