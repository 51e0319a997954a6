// place: core/values/bad.ts
// rule: import-x/no-restricted-paths
// says: this import goes up or sideways
import type { RunConfig } from '../schemas/run';
export type Mine = RunConfig;
