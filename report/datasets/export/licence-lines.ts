/** Licences that the hub of Hugging Face knows by an id, which is in lower case. Of the others it asks for a name. */
const known = [
  ...['apache-2.0', 'mit', 'bsd', 'bsd-2-clause', 'bsd-3-clause', 'isc', 'unlicense', 'zlib'],
  ...['cc', 'cc0-1.0', 'cc-by-2.0', 'cc-by-2.5', 'cc-by-3.0', 'cc-by-4.0', 'cc-by-sa-3.0'],
  ...['cc-by-sa-4.0', 'cc-by-nc-2.0', 'cc-by-nc-3.0', 'cc-by-nc-4.0', 'cc-by-nd-4.0'],
  ...['cc-by-nc-nd-3.0', 'cc-by-nc-nd-4.0', 'cc-by-nc-sa-2.0', 'cc-by-nc-sa-3.0'],
  ...['cc-by-nc-sa-4.0', 'cdla-permissive-1.0', 'cdla-permissive-2.0', 'cdla-sharing-1.0'],
  ...['odbl', 'odc-by', 'pddl', 'gpl', 'gpl-2.0', 'gpl-3.0', 'agpl-3.0', 'lgpl', 'lgpl-2.1'],
  ...['lgpl-3.0', 'mpl-2.0', 'epl-1.0', 'epl-2.0', 'eupl-1.1', 'eupl-1.2', 'artistic-2.0'],
  ...[
    'bsl-1.0',
    'ecl-2.0',
    'ms-pl',
    'ncsa',
    'osl-3.0',
    'postgresql',
    'wtfpl',
    'ofl-1.1',
    'afl-3.0',
  ],
  ...['openrail', 'bigcode-openrail-m', 'bigscience-openrail-m', 'c-uda', 'etalab-2.0', 'unknown'],
];

/** The licence of a data set as lines of its card. `stated` is what the recipe says of the whole, if it says anything. */
export function licenceLines(stated: string | undefined): readonly string[] {
  if (stated === undefined) return ['license: other', 'license_name: see-sources'];
  const id = stated.toLowerCase();
  if (known.includes(id)) return [`license: ${id}`];
  return ['license: other', `license_name: ${JSON.stringify(stated)}`];
}
