// place: test/store/bad.test.ts
// rule: no-restricted-syntax
// says: Wait with `eventually`
import { setTimeout as sleep } from 'node:timers/promises';
let left = 3;
export async function gone(): Promise<void> {
  while (left > 0) {
    await sleep(20);
    left -= 1;
  }
}
