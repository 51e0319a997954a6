// place: core/errors/errors.ts
// rule: import-x/no-cycle
// says: Dependency cycle
import { readSettings } from '../../config/settings';
export const used: unknown = readSettings;
