/** `101` for yes, no, yes. */
export function bitsText(bits: readonly boolean[]): string {
  return bits.map((bit) => (bit ? '1' : '0')).join('');
}

export function bitsOf(text: string): readonly boolean[] {
  return [...text].map((letter) => letter === '1');
}
