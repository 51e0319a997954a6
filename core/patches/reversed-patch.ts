const header = /^@@ -(\d+(?:,(\d+))?) \+(\d+(?:,(\d+))?) @@(.*)$/;
/** Changes whose opposite needs more than the text of the diff. */
const notOfText =
  /^(?:GIT binary patch|Binary files |rename |copy |similarity |old mode |new mode )/;

/** The diff that takes a unified diff back. null: it renames or copies files, changes modes, or is not text. */
export function reversedPatch(diff: string): string | null {
  const lines = diff.replace(/\n$/, '').split('\n');
  const reversed: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const next = lines[at + 1] ?? '';
    const hunk = header.exec(line);
    if (hunk !== null) {
      const [, before = '', beforeCount = '1', after = '', afterCount = '1', rest = ''] = hunk;
      reversed.push(`@@ -${after} +${before} @@${rest}`);
      const left = { before: Number(beforeCount), after: Number(afterCount) };
      while (left.before > 0 || left.after > 0 || (lines[at + 1] ?? '').startsWith('\\')) {
        at += 1;
        const told = lines[at];
        if (told === undefined) return null;
        if (!told.startsWith('+') && !told.startsWith('\\')) left.before -= 1;
        if (!told.startsWith('-') && !told.startsWith('\\')) left.after -= 1;
        reversed.push(opposite(told));
      }
    } else if (line.startsWith('--- ') && next.startsWith('+++ ')) {
      reversed.push(`--- ${sided(next.slice(4), 'a')}`, `+++ ${sided(line.slice(4), 'b')}`);
      at += 1;
    } else if (notOfText.test(line)) return null;
    else if (line.startsWith('new file mode ')) reversed.push(line.replace('new', 'deleted'));
    else if (line.startsWith('deleted file mode ')) reversed.push(line.replace('deleted', 'new'));
    // The hashes are in the other order, and nothing needs them.
    else if (!line.startsWith('index ')) reversed.push(line);
  }
  return `${reversed.join('\n')}\n`;
}

function opposite(line: string): string {
  if (line.startsWith('+')) return `-${line.slice(1)}`;
  return line.startsWith('-') ? `+${line.slice(1)}` : line;
}

/** A name of a file on the other side: `b/x` becomes `a/x`. */
function sided(name: string, side: 'a' | 'b'): string {
  return name === '/dev/null' ? name : name.replace(/^[ab]\//, `${side}/`);
}
