const { imul } = Math;

/** FNV-1a over UTF-16 code units, 32 bits. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) {
    hash = imul(hash ^ text.charCodeAt(place), 0x01000193);
  }
  return hash >>> 0;
}
