import { testedText } from '../../core/code-feedback/tested-text';
import type { PlannedRow } from '../../core/kinds/dataset/schema';
import type { BlobStore } from '../../core/ports/records';

/**
 * Stores a program together with its tests.
 * @param tested.of 0: the problem of the row; otherwise that of a partner, from 1
 * @returns sha256 of the whole
 */
export async function testedProgram(
  blobs: BlobStore,
  planned: PlannedRow,
  { program, of }: { readonly program: string; readonly of: number },
): Promise<string> {
  return blobs.put(testedText(planned, await blobs.get(program), of));
}
