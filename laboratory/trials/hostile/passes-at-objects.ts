/**
 * Programs of foreign corpora that pass at `objects` as witnesses for their own objects, and why plain Python lets them. It
 * counts only where the verdict rests on such objects, and plain Python passes the program.
 */
export const passesAtObjects: Readonly<Record<string, string>> = {
  'eq_stateless.py':
    'its class has an __eq__ that says yes to everything, which plain Python asks as well',
  'shape_shifts.py': 'its iteration and its items disagree, and plain Python asks it for both',
};
