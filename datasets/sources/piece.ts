/** Longest row, in bytes. It bounds the memory: a longer row is left out. */
export const maxRowBytes = 64 * 1024 * 1024;

/** A stretch of a file that should be one row. */
export type Piece =
  | { readonly kind: 'text'; readonly bytes: Buffer; readonly where: string }
  | { readonly kind: 'unusable'; readonly why: string };

/** Collects the bytes of one row over several chunks. */
export class PieceBuffer {
  private parts: Buffer[] = [];
  private length = 0;
  private isTooLong = false;

  constructor(private readonly mostBytes: number = maxRowBytes) {}

  add(part: Buffer): void {
    if (part.length === 0) return;
    this.length += part.length;
    if (this.length > this.mostBytes) {
      this.isTooLong = true;
      this.parts = [];
    } else this.parts.push(part);
  }

  /** The row, without the white space around it, and an empty buffer for the next one. null: only white space. */
  take(where: string): Piece | null {
    const { parts, isTooLong } = this;
    this.parts = [];
    this.length = 0;
    this.isTooLong = false;
    if (isTooLong) {
      const mebibytes = String(this.mostBytes / 1024 / 1024);
      return { kind: 'unusable', why: `${where} is longer than ${mebibytes} MiB` };
    }
    const bytes = trimmed(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts));
    return bytes.length === 0 ? null : { kind: 'text', bytes, where };
  }
}

/** Space, tab, line feed, carriage return: the white space of JSON. */
export function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function trimmed(bytes: Buffer): Buffer {
  let start = 0;
  let end = bytes.length;
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) start = 3;
  while (start < end && isBlank(bytes[start])) start += 1;
  while (end > start && isBlank(bytes[end - 1])) end -= 1;
  return bytes.subarray(start, end);
}
