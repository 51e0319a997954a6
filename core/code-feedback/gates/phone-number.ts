/** Number of the North American plan: neither the area nor the exchange begins with 0 or 1, and an exchange does not end with 11. */
const area = '[2-9]\\d{2}';
const exchange = '[2-9](?!11)\\d{2}';
const called =
  '\\b(?:phone|tel(?:ephone)?|call|calls|mobile|cell|fax|whatsapp|text|ring|dial|reach|contact)\\b';

/**
 * Numbers with a country code, and numbers of the United States and Canada. Three groups with blanks alone are also test data, so they
 * need a word before them that says what they are. Ten digits in a row are an id.
 */
export const phonePattern = new RegExp(
  `(?<![\\w.+/-])(?:${[
    '\\+[1-9]\\d{0,2}[ .-]?(?:\\(\\d{1,4}\\)[ .-]?)?\\d{1,5}(?:[ .-]\\d{2,5}){2,4}',
    '\\+[1-9]\\d{9,14}',
    '\\+\\d{1,3}[ .-]?\\d{4,5}[ .-]\\d{5,6}',
    `(?:\\+?1[ .-]?)?\\(${area}\\)[ .-]?${exchange}[ .-]\\d{4}`,
    `(?:\\+?1[.-])?${area}(?<divider>[.-])${exchange}\\k<divider>\\d{4}`,
    `1 ${area}[ .-]${exchange}[ .-]\\d{4}`,
    `${area} ${exchange}[ -]\\d{4}(?<=${called}[^\\n]{0,40})`,
  ].join('|')})(?![\\w-]|\\.\\d)`,
  'gi',
);

/** Whether a match may be the number of a person, and not one that nobody has. */
export function isPhone(match: string): boolean {
  const digits = match.replace(/\D/g, '');
  return (
    digits.length >= 9 &&
    digits.length <= 15 &&
    // Fictitious in North America (555) and in Britain (Ofcom's numbers for drama).
    !/555|^440?(?:2079460|1632960|7700900)/.test(digits) &&
    !countsOrRepeats(digits) &&
    new Set(digits).size > 4
  );
}

/** Digits of examples: 1234567890, 0987654321, 4567, 99999, 121212. */
function countsOrRepeats(digits: string): boolean {
  return /0123|1234|2345|3456|4567|5678|6789|7890|9876|8765|7654|6543|5432|4321|3210|(\d)\1{4}|(\d{2,3})\2{2}/.test(
    digits,
  );
}
