// place: core/values/assert-never.ts
// rule: @typescript-eslint/switch-exhaustiveness-check
// says: not exhaustive
type Decision = 'refine' | 'abort';
export function score(decision: Decision): number {
  switch (decision) {
    case 'refine':
      return 1;
  }
  return 0;
}
