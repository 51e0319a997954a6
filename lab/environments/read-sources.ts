import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { EspalierError, UsageError } from '../../core/errors/errors';
import type { RepositoryInput } from '../../core/schemas/environment';
import type { CheckedEnvironmentRequest } from './environment-request';

/** Parses the address of a git repository. @throws Error with the fault */
export type ParseAddress = (text: string) => {
  /** Without credentials. */
  readonly shown: string;
  readonly authorization: unknown;
};

/** A source as written, and its place. */
interface Written {
  readonly text: string;
  readonly revision: string | undefined;
  /** Folder that relative folders start from. */
  readonly base: string;
  /** `--from list.txt, line 3: `, or nothing. */
  readonly where: string;
}

/** Repositories of a request, each once, in order, unread. @throws UsageError naming the invalid source and its fault */
export function readSources(
  request: Pick<CheckedEnvironmentRequest, 'sources' | 'from' | 'revision'>,
  parseAddress: ParseAddress,
): readonly RepositoryInput[] {
  const { sources = [], from, revision } = request;
  const written = [
    ...sources.map((text) => ({ text, revision, base: '.', where: '' })),
    ...(from === undefined ? [] : readList(from)),
  ];
  if (written.length === 0) {
    throw new UsageError(
      from === undefined ? 'no repository is named' : `--from ${from} names no repository`,
      'Name a folder, the address of a git repository, or name==version of a source distribution',
      { code: 'NO_SOURCE' },
    );
  }
  if (revision !== undefined && written.length > 1) {
    throw new UsageError(
      `--revision ${revision} can be of one repository only, and ${String(written.length)} are named`,
      'In a file for --from the revision stands behind its source',
    );
  }
  const inputs = written.map((one) => inputOf(one, parseAddress));
  const texts = inputs.map((input) => JSON.stringify(input));
  return inputs.filter((_, at) => texts.indexOf(texts[at] ?? '') === at);
}

/** @throws UsageError for a file that cannot be read */
function readList(file: string): readonly Written[] {
  const path = resolve(file);
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new UsageError(
      `--from ${file} cannot be read: ${cause instanceof Error ? cause.message : 'it is no file'}`,
      'Give a file with a repository in each line',
      { cause },
    );
  }
  const base = dirname(path);
  return content.split(/\r?\n/).flatMap((line, at): readonly Written[] => {
    const said = line.replace(/(?:^|\s)#.*$/, '').trim();
    if (said === '') return [];
    const where = `--from ${file}, line ${String(at + 1)}: `;
    // The name of a folder may have blanks in it.
    const [, text = said, revision] = isThere(resolve(base, said))
      ? []
      : (/^(.*?)\s+(\S+)$/.exec(said) ?? []);
    return [{ text, revision, base, where }];
  });
}

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

/** A name and an exact version, as index and metadata spell them (PEP 508, PEP 440). */
const release = /^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)==([A-Za-z0-9][A-Za-z0-9.!+_-]*)$/;
const address = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/|^(?:[\w.-]+@)?[\w.-]+:(?!\/\/)[\w./~-]+$/;
/** Text that git cannot take for an option or a range. */
const revisionName = /^[A-Za-z0-9][A-Za-z0-9._/+-]{0,200}$/;

function inputOf(written: Written, parseAddress: ParseAddress): RepositoryInput {
  const { text, revision, base } = written;
  if (revision !== undefined && !revisionName.test(revision)) {
    throw refused(
      written,
      `${JSON.stringify(revision)} is no name of a revision`,
      'Give a branch, a tag or a commit',
    );
  }
  const at = revision === undefined ? {} : { revision };
  const path = resolve(base, text);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return { kind: 'path', path, ...at };
  const [, name, version] = release.exec(text) ?? [];
  if (name !== undefined && version !== undefined) {
    if (revision === undefined) return { kind: 'sdist', name, version };
    throw refused(written, 'a source distribution has no revision', 'Leave it out');
  }
  if (found === undefined && address.test(text)) {
    return { kind: 'git', url: addressOf(written, parseAddress), ...at };
  }
  throw refused(
    written,
    found === undefined ? 'there is no such folder' : 'it is a file',
    found === undefined
      ? 'Give a folder, the address of a git repository, or name==version of a source distribution'
      : 'Give the folder of a repository; a file that lists repositories is given with --from',
  );
}

function addressOf(written: Written, parseAddress: ParseAddress): string {
  let parsed: ReturnType<ParseAddress>;
  try {
    parsed = parseAddress(written.text);
  } catch (cause) {
    if (cause instanceof EspalierError || !(cause instanceof Error)) throw cause;
    throw refused(written, cause.message, 'Give an https, ssh or git address', { cause });
  }
  const { shown, authorization } = parsed;
  if (authorization === null) return shown;
  // Runs are recorded, and any worker of their queue works on them, so credentials are refused.
  throw refused(
    { ...written, text: shown },
    'the address has a user name or a password in it, and these are not kept',
    'Clone it yourself, and give the folder',
  );
}

function refused(
  { text, where }: Pick<Written, 'text' | 'where'>,
  why: string,
  remedy: string,
  options: { readonly cause?: unknown } = {},
): UsageError {
  return new UsageError(`${where}${text}: ${why}`, remedy, { code: 'BAD_SOURCE', ...options });
}
