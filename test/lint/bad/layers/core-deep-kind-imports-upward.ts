// place: core/kinds/search/deeper/bad.ts
// rule: import-x/no-restricted-paths
// says: this import goes up or sideways
import type { Fold } from '../../../metrics/fold';
export type Mine = Fold;
