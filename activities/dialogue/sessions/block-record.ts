import { asJson, canonicalJson } from '../../../core/values/canonical-json';
import type { BlobStore } from '../../../core/ports/records';
import type { BlockResult, OutputPart, SessionFile } from '../../../core/adapters/session';
import { BlockOutput } from '../../../core/schemas/block-output';
import type { Artefact, RunBlock } from '../../../core/schemas/dialogue';
import { TextStore } from '../../work/text-store';
import { sha256Of } from '../../sha256-of';

/** The recorded result of a block. Its output and its files go into the store. */
export async function keepBlock(
  blobs: BlobStore,
  result: BlockResult,
  { words, rebuilt }: { readonly words: string } & Pick<RunBlock, 'rebuilt'>,
): Promise<RunBlock> {
  return {
    on: 'session',
    end: result.end,
    words: await new TextStore(blobs).keep(words),
    output: await blobs.put(outputText(result.parts)),
    artefacts: await Promise.all(result.artefacts.map((file) => keepFile(blobs, file))),
    rebuilt,
  };
}

export async function keepFile(
  blobs: BlobStore,
  { name, mime, content }: SessionFile,
): Promise<Artefact> {
  const sha256 = await blobs.put(storedText(content));
  return { name, mime, bytes: content.byteLength, sha256 };
}

function storedText(content: Uint8Array): string {
  return Buffer.from(content).toString('base64');
}

export async function readFile(
  blobs: BlobStore,
  { name, mime, sha256 }: Artefact,
): Promise<SessionFile> {
  return { name, mime, content: Buffer.from(await blobs.get(sha256), 'base64') };
}

/** Whether a block gave the same again, except for addresses of objects. Files of the second run are not stored. */
export async function isSameAgain(
  blobs: Pick<BlobStore, 'get'>,
  recorded: RunBlock,
  result: BlockResult,
): Promise<boolean> {
  if (result.end !== recorded.end) return false;
  const made = result.artefacts.map(({ name, content }) => ({
    name,
    sha256: sha256Of(storedText(content)),
  }));
  if (filesText(made) !== filesText(recorded.artefacts)) return false;
  const before = BlockOutput.parse(JSON.parse(await blobs.get(recorded.output)));
  return comparable(before) === comparable(result.parts);
}

function outputText(parts: readonly OutputPart[]): string {
  return canonicalJson(asJson(joined(parts)));
}

function comparable(parts: readonly OutputPart[]): string {
  return outputText(parts).replace(/0x[0-9a-f]+/gi, '0x…');
}

function filesText(files: readonly Pick<Artefact, 'name' | 'sha256'>[]): string {
  return canonicalJson(files.map(({ name, sha256 }) => [name, sha256]).sort());
}

/** Pieces of one stream become one part, however the transfer split them. */
function joined(parts: readonly OutputPart[]): readonly OutputPart[] {
  const whole: OutputPart[] = [];
  for (const part of parts) {
    const last = whole.at(-1);
    if (isStream(part) && last !== undefined && isStream(last) && last.kind === part.kind) {
      whole[whole.length - 1] = { kind: part.kind, text: last.text + part.text };
    } else {
      whole.push(part);
    }
  }
  return whole;
}

function isStream(part: OutputPart): part is Extract<OutputPart, { kind: 'stdout' | 'stderr' }> {
  return part.kind === 'stdout' || part.kind === 'stderr';
}
