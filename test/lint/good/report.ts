// place: report/good.ts
import { writeFile } from 'node:fs/promises';

import { canonicalJson } from '../core/values/canonical-json';
import { openStore } from '../store/index';

export const parts: readonly unknown[] = [writeFile, canonicalJson, openStore];
