import { plainText } from '../words/plain-text';

type Rule = readonly [pattern: RegExp, replacement: string];

/** `at 0x7f…` of a default repr, or a bare number as long as an address. */
const addresses: Rule = [/(?<=\bat )0x[0-9a-f]+|\b0x[0-9a-f]{7,16}\b/gi, '0x…'];
/** `sys.version`: release, build date, compiler. */
const interpreter: Rule = [
  /\b\d+\.\d+\.\d+\S*(?: \|[^|\n]{0,80}\|)? \([^()\n]{0,80}\)\s{0,2}\[[^\]\n]{0,80}\]/g,
  '…',
];

const step = String.raw`[\p{L}\p{N}_.+@~%-]+`;
const pathStart = String.raw`(?:file:\/\/(?=\/)|(?<![\p{L}\p{N}_./:\\-]))`;
/** Folders of machines and boxes, unlike folders that a task may be about. */
const machineFolders = 'usr|lib|lib64|opt|tmp|proc|dev|root|home|Users|var|private|nix|workspace';
const homeFolder: Rule = [
  new RegExp(String.raw`${pathStart}\/(?:home|Users)\/${step}(?![\p{L}\p{N}_.+@~%\/-])`, 'gu'),
  '~',
];
const machinePath: Rule = [
  new RegExp(String.raw`${pathStart}\/(?:${machineFolders})\/(?:${step}\/)*(${step})`, 'gu'),
  '$1',
];
const anyPath: Rule = [new RegExp(String.raw`${pathStart}\/(?:${step}\/)+(${step})`, 'gu'), '$1'];
const drive = String.raw`(?<![\p{L}\p{N}_])[A-Za-z]:\\{1,2}`;
const folder = String.raw`[^\\/:*?"<>|\n']{1,100}\\{1,2}`;
const lastName = String.raw`[^\\/:*?"<>|\n\s']+`;
/** A `repr` doubles each backslash. */
const windowsHome: Rule = [
  new RegExp(String.raw`${drive}Users\\{1,2}${lastName}(?![^\s'"])`, 'gu'),
  '~',
];
const windowsUserPath: Rule = [
  new RegExp(String.raw`${drive}Users\\{1,2}(?:${folder})*(${lastName})`, 'gu'),
  '$1',
];
const windowsPath: Rule = [new RegExp(String.raw`${drive}(?:${folder})*(${lastName})`, 'gu'), '$1'];
/** Versions in the last name of a path: `python3.11`, `numpy-1.26.4.dist-info`. */
const versionedNames: readonly Rule[] = [
  [/\b(python|pypy)-?\d+(?:\.\d+)+/gi, '$1'],
  [/\b([A-Za-z][\w.]*)-\d+(?:\.\d+)+[\w+.]*\.(dist|egg)-info\b/g, '$1.$2-info'],
];
/** `Python 3.11.2`, `NumPy version is: "1.26.4"`, `(version 2.0.1)`. */
const versions: Rule = [
  /(\b(?:c?python|version)(?: is)?[ :=/]{1,3}["']?)v?\d+(?:\.\d+)+[\w+.-]*/gi,
  '$1…',
];

const errorRules: readonly Rule[] = [
  addresses,
  interpreter,
  homeFolder,
  anyPath,
  windowsHome,
  windowsPath,
  ...versionedNames,
  versions,
];
/** A path or a version may be the correct answer, so only paths and versions of a machine are hidden. */
const valueRules: readonly Rule[] = [
  addresses,
  interpreter,
  homeFolder,
  machinePath,
  windowsHome,
  windowsUserPath,
];

/** An exception without invisible characters, addresses, machine folders, user names, versions: the same everywhere. */
export function fitError(text: string): string {
  return applied(errorRules, text);
}

/** The `repr` of a value for a model or a terminal. A path that belongs to no machine does not change. */
export function fitValue(text: string): string {
  return applied(valueRules, text);
}

function applied(rules: readonly Rule[], text: string): string {
  return rules.reduce(
    (words, [pattern, replacement]) => words.replace(pattern, replacement),
    plainText(text),
  );
}
