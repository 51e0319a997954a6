import type { Gate } from './gate';

/** The name in the recipe for rows that state no licence. */
const unknown = 'unknown';

export const licence: Gate = {
  name: 'licence',
  summary:
    'A source row has a licence that the recipe refuses; `unknown` refuses rows that state none.',
  finds: ({ rows, settings: { refusedLicences } }) => {
    const refused = new Set(refusedLicences.map(plain));
    const row = rows.find((one) =>
      // A dialogue of another data set may have several.
      (one.licence ?? unknown).split(' AND ').some((name) => refused.has(plain(name))),
    );
    return row === undefined ? null : `row ${row.id} has the licence ${row.licence ?? unknown}`;
  },
};

function plain(name: string): string {
  return name.trim().toLowerCase();
}
