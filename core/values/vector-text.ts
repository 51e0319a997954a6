/** Digits that tell two 32-bit floating point numbers apart. */
const digits = 9;

/** A vector as JSON text, the same for equal vectors of 32-bit numbers. */
export function vectorText(vector: Iterable<number>): string {
  return JSON.stringify(Array.from(vector, (value) => Number(value.toPrecision(digits))));
}

/** The vector of a `vectorText`, scaled to length 1. null: the text is not a vector, or its length is 0. */
export function unitVectorOf(text: string): Float32Array | null {
  const values = numbersIn(text);
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  if (length === 0 || !Number.isFinite(length)) return null;
  return Float32Array.from(values, (value) => value / length);
}

function numbersIn(text: string): readonly number[] {
  try {
    const value: unknown = JSON.parse(text);
    const isVector = Array.isArray(value) && value.every((one) => typeof one === 'number');
    return isVector ? value : [];
  } catch {
    return [];
  }
}
