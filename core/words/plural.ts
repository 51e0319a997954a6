/** `1234567` -> `1,234,567`. */
export function countText(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/gu, ',');
}

/** `1 call`, `2 calls`. */
export function plural(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}
