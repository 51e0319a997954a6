// place: core/search/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: core/ may import only itself
import type { Settings } from '../../config/settings';
export type Mine = Settings;
