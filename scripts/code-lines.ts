/** Lines that hold code: neither blank nor wholly a comment. Block comments are those that start a line. */
export function codeLines(text: string, extension: string): number {
  const isPython = extension === '.py';
  let inBlock = false;
  let count = 0;
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (inBlock) {
      inBlock = !line.includes('*/');
    } else if (!isPython && line.startsWith('/*')) {
      inBlock = !line.includes('*/');
    } else if (line !== '' && !line.startsWith(isPython ? '#' : '//')) {
      count += 1;
    }
  }
  return count;
}

/** The value below which `share` (0 to 1) of the values lie, by nearest rank; 0 for no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
