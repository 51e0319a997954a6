// place: workflows/good.ts
import { sleep } from '@temporalio/workflow';

import { assertNever } from '../core/values/assert-never';
import type { Decision } from '../core/schemas/search';

export async function good(decision: Decision): Promise<number> {
  switch (decision) {
    case 'accept':
    case 'abort':
      return Date.now();
    case 'refine':
      await sleep(1);
      return Math.random();
    default:
      return assertNever(decision);
  }
}
