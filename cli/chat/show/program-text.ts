import { terminalSafe } from '../../../report/terminal-safe';

/** Sequences that steer a terminal: CSI, OSC and their kind, and single ones. */
const sequences =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-~])/gu;

/**
 * A line that a model or a program wrote, for a terminal: colours and cursor movement go, a bar of progress that drew over
 * itself shows its last state, and whatever else nobody sees is its escape.
 */
export function programText(line: string): string {
  const plain = line.replace(sequences, '').replace(/\r+$/u, '');
  const last = plain.lastIndexOf('\r');
  return terminalSafe(plain.slice(last + 1)).replaceAll('\t', '    ');
}
