const mask = '[redacted]';

// Keys as the well-known providers write them, also where an endpoint repeats a wrong key half masked.
const patterns: readonly (readonly [RegExp, string])[] = [
  [/\b(?:sk|pk|rk|gsk|xai|hf|key|org|proj)[-_][\w.*-]{6,}/gi, mask],
  [/\bAIza[\w*-]{10,}/g, mask],
  [/\b(bearer|basic)\s+[\w.~+/*=-]{6,}/gi, `$1 ${mask}`],
  [/:\/\/[^\s/@]+@/g, `://${mask}@`],
];

/** A foreign text for messages: secrets masked, no control characters, one line, at most `maxCharacters` (300). */
export function redact(text: string, secrets: readonly string[], maxCharacters = 300): string {
  // Long ones first: a secret may contain another. A one- to three-letter "key" would mask ordinary words.
  const known = secrets
    .filter((secret) => secret.length > 3)
    .sort((left, right) => right.length - left.length);
  const masked = patterns.reduce(
    (rest, [pattern, replacement]) => rest.replace(pattern, replacement),
    known.reduce((rest, secret) => rest.replaceAll(secret, mask), text),
  );
  const line = masked.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters - 1)}…` : line;
}
