// place: sandbox/bubblewrap.ts
// rule: @typescript-eslint/no-restricted-imports
// says: This package has one door
import { Docker } from 'dockerode';
export const used: unknown = Docker;
