const longest = 255;

/** Whether a file may have this name: relative to its session's folder, and below it. */
export function isSessionFileName(name: string): boolean {
  if (name === '' || name.length > longest || /[\\\p{Cc}\p{Cf}\p{Cs}]/u.test(name)) return false;
  return name.split('/').every((part) => !['', '.', '..'].includes(part));
}
