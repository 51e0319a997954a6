import type { Gate } from './gate';
import { assignedSecret, privateKey, secretLine, secretRules, urlLogin } from './secret-rules';
import { firstInTurns } from './turn-parts';

/** Texts in place of a secret, and examples of manuals. */
const placeholder =
  /example|sample|placeholder|dummy|fake|redacted|your|xxxx|\*{3}|\.{3}|abcdefgh|12345678|00000000|(.)\1{5}|test_?key|changeme|insert|foobar/i;
/** The tokens that jwt.io shows: their payload begins with the subject 1234567890. */
const exampleToken = '.eyJzdWIiOiIxMjM0NTY3ODkw';
/** Bits for each character. Words are below, random text of 20 characters and more is above (gitleaks asks for 3.5). */
const leastEntropy = { format: 3, assigned: 3.8, key: 4, password: 2.5 };
/** What people write for a password in examples, with digits or marks after it. */
const commonPassword =
  /^(?:(?:my|your|the|a|some|db|database|super|very|strong|new|user|s3cr3t|secret|pass|passw(?:or)?d|passwort|pwd|pw|test|demo|admin|root|guest|name|username|postgres|mysql|redis|mongo|rabbit|letmein|qwerty|changeme|change|me|foo|bar|baz|abc|xyz|hunter|example|key|token|api)[_.!@#$&-]*)+\d*[!@#$]*$/i;
/** Of a template, not of a person. */
const template = /[{}<>[\]]|^\$\w+$|^%\w?s?$|^[A-Z_]+$|^\*+$|^\.+$/;
const exampleHost = /(?:^|\.)example(?:\.\w+)?$/i;

export const secrets: Gate = {
  name: 'secrets',
  summary:
    'A turn has a key or token in a published format, a private key, or a password in a URL or beside its name, and it is not a placeholder.',
  finds: ({ turns }) =>
    firstInTurns(turns, ({ content }) => {
      const found = secretIn(content);
      // The value itself is not told: findings are published.
      return found === null ? null : `has a secret (${found})`;
    }),
};

function secretIn(text: string): string | null {
  for (const { name, pattern } of secretRules) {
    for (const [match] of text.matchAll(pattern)) {
      if (entropyOf(match) >= leastEntropy.format && !isPlaceholder(match)) return name;
    }
  }
  for (const [, body = ''] of text.matchAll(privateKey)) if (isKey(body)) return 'private key';
  for (const [, user = '', password = '', host = ''] of text.matchAll(urlLogin)) {
    if (!exampleHost.test(host) && isPassword(user, password)) return 'password in a URL';
  }
  const values = [...text.matchAll(assignedSecret), ...text.matchAll(secretLine)];
  return values.some(([, value = '']) => isRandom(value)) ? 'value of a secret name' : null;
}

function isPlaceholder(text: string): boolean {
  return placeholder.test(text) || text.includes(exampleToken);
}

/** A key has long lines of base 64, which may well repeat a letter. Code that puts a key together has none. */
function isKey(body: string): boolean {
  const lines = body.split(/\\n|[\s"']+/).filter((line) => /^[\w+/=]{40,}$/.test(line));
  return lines.length > 0 && entropyOf(lines.join('')) >= leastEntropy.key && !/x{8}/i.test(body);
}

function isPassword(user: string, password: string): boolean {
  const isMixed = /[a-z]/i.test(password) && /[^a-z]/i.test(password);
  return (
    password.length >= 6 &&
    isMixed &&
    password !== user &&
    !template.test(password) &&
    !commonPassword.test(password) &&
    !isPlaceholder(password) &&
    entropyOf(password) >= leastEntropy.password
  );
}

function isRandom(value: string): boolean {
  const isMixed =
    /\d/.test(value) && /[a-z]/.test(value) && !/^[a-z]+(?:[-_.][a-z0-9]+)+$/i.test(value);
  return isMixed && entropyOf(value) >= leastEntropy.assigned && !isPlaceholder(value);
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
