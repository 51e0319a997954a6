/**
 * Programs of corpora that are not ours which pass at `objects` by being the witness for their own objects, each with
 * why plain Python lets it. It counts only where the verdict says that it rests on such objects, and plain Python passes
 * the program too.
 */
export const passesAtObjects: Readonly<Record<string, string>> = {
  'eq_stateless.py':
    'its class has an __eq__ that says yes to everything, which plain Python asks as well',
  'shape_shifts.py': 'its iteration and its items disagree, and plain Python asks it for both',
};
