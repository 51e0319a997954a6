// place: processes/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: processes/ may import only itself and core
import type { Finding } from '../lab/diagnose';
export type Mine = Finding;
