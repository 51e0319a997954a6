// place: store/bad.ts
// rule: no-console
// says: console
console.log('hello');
