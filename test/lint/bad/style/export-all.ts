// place: llm/bad.ts
// rule: no-restricted-syntax
// says: Name what you export
export * from './client';
