// place: core/loose.ts
// rule: no-restricted-syntax
// says: on no floor of core/
import type { Fold } from './metrics/fold';
export type Mine = Fold;
