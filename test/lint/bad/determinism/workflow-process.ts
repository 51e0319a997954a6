// place: workflows/bad.ts
// rule: no-restricted-globals
// says: know no process
export const pid: unknown = process.pid;
