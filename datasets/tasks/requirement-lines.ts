/** Lines that name no package of an index: options, folders, and packages from a version control system or a file. */
const notOfIndex = /^(?:-|\.{0,2}\/|[a-z+]+:\/\/|file:)|\s@\s/i;

/**
 * Requirements as `pip` reads them, from a list, the lines of a file, or pins with spaces between. What only the machine that wrote them
 * has is left out.
 */
export function requirementLines(given: string | readonly string[]): readonly string[] {
  const lines = typeof given === 'string' ? given.split('\n') : given;
  return lines
    .map((line) => line.replace(/(?:^|\s)#.*$/, '').trim())
    .flatMap((line) => (isManyPins(line) ? line.split(/\s+/) : [line]))
    .filter((line) => line !== '' && !notOfIndex.test(line));
}

/** `attrs==23.1.0 numpy==1.25.2`, but not `docutils >= 0.16` nor `tomli; python_version < "3.11"`. */
function isManyPins(line: string): boolean {
  const words = line.split(/\s+/);
  return (
    words.length > 1 && words.every((word) => /^[A-Za-z0-9][\w.[\],-]*(?:[=<>!~].*)?$/.test(word))
  );
}
