// place: llm/bad.ts
// rule: import-x/no-default-export
// says: named exports
const one = 1;
export default one;
