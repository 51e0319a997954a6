import type { SnapshotEntry } from './snapshot';

/** Why a path of a foreign tree is not taken, null when it is fine: relative, within, without `.git` and control signs. */
export function pathTrouble(path: string): string | null {
  if (path === '' || path.length > 1000) return 'an empty or overlong path';
  if (path.includes('\uFFFD')) return 'a name that is not UTF-8';

  if (/[\u0000-\u001f\u007f\\]/.test(path)) return 'a control sign or a backslash in its name';
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..'))
    return 'a path that leads elsewhere';
  if (parts.some((part) => part.toLowerCase() === '.git')) return 'it would be read as git’s own';
  return null;
}

interface RefusedLink {
  readonly path: string;
  readonly target: string;
  readonly why: string;
}

/** Parts links to a file of the tree from others. Links to folders go: a walk sees files twice, or for ever. */
export function sortLinks(entries: readonly SnapshotEntry[]): {
  kept: SnapshotEntry[];
  refused: RefusedLink[];
} {
  const files = new Set(entries.flatMap((entry) => (entry.kind === 'file' ? [entry.path] : [])));
  const refused: RefusedLink[] = [];
  const kept = entries.filter((entry) => {
    if (entry.kind === 'file') return true;
    const resolved = resolveTarget(entry.path, entry.target);
    const why =
      resolved === null
        ? 'leads out of the tree'
        : files.has(resolved)
          ? null
          : 'leads to no file of the tree';
    if (why !== null) refused.push({ path: entry.path, target: entry.target.slice(0, 300), why });
    return why === null;
  });
  return { kept, refused };
}

function resolveTarget(path: string, target: string): string | null {
  if (target.startsWith('/')) return null;
  const parts = path.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return null;
    } else if (part !== '' && part !== '.') {
      parts.push(part);
    }
  }
  return parts.join('/');
}
