import type { JsonValue } from '../core/canonical-json';
import { EspalierError, exitCodes } from '../core/errors';
import type { ExitCode } from '../core/errors';

/** Where a command writes. With `--json`, stdout carries one document and everything else goes to stderr. */
export class Output {
  private readonly document: boolean;

  constructor(options: { readonly json: boolean }) {
    this.document = options.json;
  }

  get json(): boolean {
    return this.document;
  }

  /** A terminal that can be drawn on. */
  get live(): boolean {
    return !this.document && process.stdout.isTTY;
  }

  /** The same places, for a part of a command whose own result is not the command's. */
  withoutResult(): Output {
    return new PartialOutput({ json: this.document });
  }

  /** What the command was asked for, as text. */
  print(line: string): void {
    if (!this.document) process.stdout.write(`${line}\n`);
  }

  /** What the command was asked for, as a document. */
  result(value: JsonValue): void {
    if (this.document) process.stdout.write(`${JSON.stringify(value)}\n`);
  }

  /** What is going on meanwhile. */
  note(line: string): void {
    process.stderr.write(`${line}\n`);
  }
}

class PartialOutput extends Output {
  override print(): void {
    // The command prints its own.
  }

  override result(): void {
    // The command has its own.
  }
}

/** Says what failed and what to do, on stderr (and as a document), and tells the exit code. */
export function reportError(error: unknown, json: boolean): ExitCode {
  const known = error instanceof EspalierError;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`espalier: ${message}\n`);
  if (known) process.stderr.write(`  ${error.remedy}\n`);
  else if (error instanceof Error && error.stack !== undefined) {
    process.stderr.write(`  This is a fault of espalier itself:\n${error.stack}\n`);
  }
  if (json) {
    const document = known
      ? { error: { code: error.code, message, remedy: error.remedy } }
      : { error: { code: 'INTERNAL', message } };
    process.stdout.write(`${JSON.stringify(document)}\n`);
  }
  return known ? error.exitCode : exitCodes.notReady;
}
