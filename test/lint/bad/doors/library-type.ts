// place: sandbox/bubblewrap.ts
// rule: @typescript-eslint/no-restricted-imports
// says: This package has one door
import type Docker from 'dockerode';
export type Mine = Docker;
