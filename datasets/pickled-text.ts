/** Operations of Python's pickle (protocols 2 to 5) that a lone text is written with, with the bytes that follow each. */
const skipped: Readonly<Record<number, number>> = {
  /** PROTO */ 0x80: 1,
  /** FRAME */ 0x95: 8,
  /** MEMOIZE */ 0x94: 0,
  /** BINPUT */ 0x71: 1,
  /** LONG_BINPUT */ 0x72: 4,
};
/** SHORT_BINUNICODE, BINUNICODE, BINUNICODE8: the bytes of the length that follows. */
const lengthBytes: Readonly<Record<number, number>> = { 0x8c: 1, 0x58: 4, 0x8d: 8 };
const stop = 0x2e;

/** null: anything but one text. A pickle is a program that builds objects: nothing of it is carried out here. */
export function pickledText(bytes: Buffer): string | null {
  let found: string | null = null;
  let place = 0;
  while (place < bytes.length) {
    const operation = bytes.readUInt8(place);
    place += 1;
    if (operation === stop) return place === bytes.length ? found : null;
    const width = lengthBytes[operation];
    if (width === undefined) {
      const more = skipped[operation];
      if (more === undefined) return null;
      place += more;
      continue;
    }
    const end = place + width + lengthAt(bytes, place, width);
    if (found !== null || !(end <= bytes.length)) return null;
    found = utf8(bytes.subarray(place + width, end));
    if (found === null) return null;
    place = end;
  }
  return null;
}

/** Little-endian; NaN where the bytes end before. */
function lengthAt(bytes: Buffer, place: number, width: number): number {
  if (place + width > bytes.length) return NaN;
  return width === 8 ? Number(bytes.readBigUInt64LE(place)) : bytes.readUIntLE(place, width);
}

function utf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
