import type { Gate } from './gate';

/** The name in the recipe for rows that state no licence. */
const unknown = 'unknown';

export const licence: Gate = {
  name: 'licence',
  summary:
    'A source row has a licence that the recipe refuses; `unknown` refuses rows that state none.',
  finds: ({ rows, settings: { refusedLicences } }) => {
    const refused = new Set(refusedLicences.map(plain));
    const row = rows.find((one) => refused.has(plain(one.licence ?? unknown)));
    return row === undefined ? null : `row ${row.id} has the licence ${row.licence ?? unknown}`;
  },
};

function plain(name: string): string {
  return name.trim().toLowerCase();
}
