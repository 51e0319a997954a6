import { clipText } from '../values/text-excerpt';

/** Keeps beginning and end, and says how much was left out. `mostChars` (UTF-16 code units) must be at least 60. */
export function cutMiddle(text: string, mostChars: number): string {
  if (text.length <= mostChars) return text;
  // The longest that the remark can be.
  const room = mostChars - remark(text.length).length;
  const head = clipText(text, Math.ceil(room / 2));
  const tail = dropHalfPair(text.slice(text.length - Math.floor(room / 2)));
  return `${head}${remark(text.length - head.length - tail.length)}${tail}`;
}

function remark(leftOut: number): string {
  return `\n[... ${leftOut} characters left out ...]\n`;
}

function dropHalfPair(tail: string): string {
  const first = tail.charCodeAt(0);
  return first >= 0xdc00 && first <= 0xdfff ? tail.slice(1) : tail;
}
