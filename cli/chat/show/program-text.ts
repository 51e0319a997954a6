import { terminalSafe } from '../../../report/terminal-safe';

/** Sequences that steer a terminal: CSI, OSC and their kind, and single ones. */
const sequences =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-~])/gu;

/** A line of a model or program for a terminal: no colours, a progress bar's last state, other invisible text escaped. */
export function programText(line: string): string {
  const plain = line.replace(sequences, '').replace(/\r+$/u, '');
  const last = plain.lastIndexOf('\r');
  return terminalSafe(plain.slice(last + 1)).replaceAll('\t', '    ');
}
