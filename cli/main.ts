#!/usr/bin/env node
import { join } from 'node:path';

import { loadPacked } from './load-packed';

const packed = loadPacked(join(__dirname, 'packed.js'));
if (packed === null) void import('./entry.js');
else packed.run();
