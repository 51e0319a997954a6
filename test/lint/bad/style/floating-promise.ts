// place: core/values/assert-never.ts
// rule: @typescript-eslint/no-floating-promises
// says: Promises must be
const work = async (): Promise<number> => 1;
export function start(): void {
  work();
}
