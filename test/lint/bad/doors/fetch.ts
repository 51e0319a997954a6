// place: sandbox/bad.ts
// rule: no-restricted-globals
// says: fetch has two doors
export const get = (): Promise<unknown> => fetch('http://127.0.0.1');
