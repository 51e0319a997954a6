// place: datasets/bad.ts
// rule: no-restricted-properties
// says: fetch has two doors
export const get = (): Promise<unknown> => globalThis.fetch('http://127.0.0.1');
