/**
 * Programs of corpora that are not ours which pass at `objects` by being the witness for their own objects, each with
 * why plain Python lets it. It counts only where the verdict says that it rests on such objects, and plain Python passes
 * the program too.
 */
export const passesAtObjects: Readonly<Record<string, string>> = {};
