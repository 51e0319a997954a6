// place: core/schemas/bad.ts
// rule: import-x/no-restricted-paths
// says: this import goes up or sideways
import type { KindRow } from '../kinds/work-row';
export type Mine = KindRow<'search'>;
