import type { Gate } from './gate';
import { assignedSecret, secretRules } from './secret-rules';
import { firstInTurns } from './turn-parts';

/** Texts in place of a secret, and examples of manuals. */
const placeholder =
  /example|sample|placeholder|dummy|fake|redacted|your|xxxx|\*{3}|abcdefgh|12345678|00000000|(.)\1{5}|test_?key|changeme|insert|foobar/i;
/** The first token of jwt.io. */
const knownExamples = ['SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c'];
/** Bits for each character. Words are below, random text of 20 characters and more is above (gitleaks asks for 3.5). */
const leastEntropy = 3.8;

export const secrets: Gate = {
  name: 'secrets',
  summary:
    'A turn has a key, a token or a password in a published format, and it is not a placeholder.',
  finds: ({ turns }) =>
    firstInTurns(turns, ({ content }) => {
      const found = secretIn(content);
      // The value itself is not told: findings are published.
      return found === null ? null : `has a secret (${found})`;
    }),
};

function secretIn(text: string): string | null {
  for (const { name, pattern } of secretRules) {
    for (const [match] of text.matchAll(pattern)) if (!isPlaceholder(match)) return name;
  }
  for (const [, value = ''] of text.matchAll(assignedSecret)) {
    const isMixed =
      /\d/.test(value) && /[a-z]/.test(value) && !/^[a-z]+(?:[-_.][a-z0-9]+)+$/i.test(value);
    if (isMixed && entropyOf(value) >= leastEntropy && !isPlaceholder(value)) {
      return 'value of a secret name';
    }
  }
  return null;
}

function isPlaceholder(text: string): boolean {
  return placeholder.test(text) || knownExamples.some((known) => text.includes(known));
}

/** Shannon entropy in bits for each character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const sign of text) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values())
    bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
