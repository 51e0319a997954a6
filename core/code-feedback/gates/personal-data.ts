import { passesIban, passesLuhn } from './checksums';
import type { Gate } from './gate';
import { isPhone, phonePattern } from './phone-number';
import { firstInTurns } from './turn-parts';

/** A kind of personal data: where it may be, and whether a match is one. */
interface PersonalDatum {
  readonly name: string;
  readonly pattern: RegExp;
  readonly isReal: (match: string) => boolean;
}

/** Reserved domains (RFC 2606) and those that stand for any domain in examples. */
const exampleDomain =
  /(?:^|\.)(?:example|test|invalid|localhost|local)$|(?:^|\.)(?:\w*example\w*|(?:my|your|our|some|any|the|a|b|new|old)?-?(?:domain|company|site|website|server|host|mail|email|provider|business|school|university|organi[sz]ation|org|app|test|sample|dummy|fake|foo|bar|abc|xyz|acme|placeholder)\d*)\.[a-z.]{2,12}$/i;
/** Mailboxes that stand for any person in examples. */
const exampleMailbox =
  /^(?:(?:my|your|some|the|a|first|last|new|old|sender|receiver|from|to|recipient)?[._-]?(?:name|first|last|user|username|email|e-?mail|mail|address|account|id|sender|receiver|recipient|person|people|someone|somebody|me|you|admin|info|support|contact|hello|help|sales|office|team|service|noreply|no-reply|test|tester|demo|sample|example|dummy|fake|foo|bar|baz|abc|xyz|john|jane|joe|jon|johnny|jack|jill|mary|bob|alice|carol|dave|eve|charlie|doe|smith|jd|jdoe|jsmith|customer|client|employee|student|git|root)[._-]?(?:name|doe|smith|user|email|mail|id|jones|brown|johnson|person|here)?){1,3}\d*$/i;

const data: readonly PersonalDatum[] = [
  {
    name: 'an e-mail address',
    pattern:
      /(?<![\w.+/:@-])[a-z0-9][\w.+-]{0,63}@(?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,12}(?![\w@-]|\.\w)/gi,
    isReal: (match) => {
      const [mailbox = '', domain = ''] = match.split('@');
      return (
        !exampleMailbox.test(mailbox) &&
        !exampleDomain.test(domain) &&
        // Names of packages and hosts: git@github.com, name@2x.png.
        !/^(?:git|npm|pip)$/i.test(mailbox) &&
        !/\.(?:png|jpe?g|gif|svg|webp|js|py|ts|css|html)$/i.test(domain)
      );
    },
  },
  {
    name: 'a phone number',
    pattern: phonePattern,
    isReal: isPhone,
  },
  {
    name: 'an account number (IBAN)',
    pattern: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g,
    isReal: (match) => {
      const iban = match.replaceAll(' ', '');
      return iban.length >= 15 && iban.length <= 34 && passesIban(iban) && !exampleIbans.has(iban);
    },
  },
  {
    name: 'a card number',
    pattern:
      /(?<![\w.-])(?:3[47]\d{2}[ -]?\d{6}[ -]?\d{5}|(?:4\d{3}|5[1-5]\d{2}|2[2-7]\d{2}|6011|65\d{2})(?:[ -]?\d{4}){3})(?![\w-]|\.\d)/g,
    isReal: (match) => {
      const digits = match.replace(/\D/g, '');
      return passesLuhn(digits) && !isPattern(digits) && !exampleCards.has(digits);
    },
  },
  {
    name: 'an IP address',
    pattern: /(?<![\w.-])(?:\d{1,3}\.){3}\d{1,3}(?![\w-]|\.\d)/g,
    isReal: isPublicAddress,
  },
];

/** Of the ISO registry and of well-known manuals. */
const exampleIbans = new Set([
  'GB82WEST12345698765432',
  'GB29NWBK60161331926819',
  'GB33BUKB20201555555555',
  'DE89370400440532013000',
  'FR1420041010050500013M02606',
  'FR7630006000011234567890189',
  'NL91ABNA0417164300',
  'CH9300762011623852957',
  'ES9121000418450200051332',
  'IT60X0542811101000000123456',
  'BE68539007547034',
  'AT611904300234573201',
  'PL61109010140000071219812874',
  'SE4550000000058398257466',
]);
/** Test numbers of payment services. */
const exampleCards = new Set([
  '4111111111111111',
  '4242424242424242',
  '4012888888881881',
  '4000056655665556',
  '4539578763621486',
  '5555555555554444',
  '5105105105105100',
  '5200828282828210',
  '2223003122003222',
  '378282246310005',
  '371449635398431',
  '378734493671000',
  '6011111111111117',
  '6011000990139424',
]);

/** A number is longer than a phone number, so it may well count up over four digits. */
function isPattern(digits: string): boolean {
  return /0123|1234|9876|8765|(\d)\1{4}|(\d{2,3})\2{2}/.test(digits);
}

/** Private, reserved and documentation ranges (RFC 1918, 5735, 5737, 6598), and resolvers that everybody names. */
function isPublicAddress(match: string): boolean {
  const parts = match.split('.');
  const [first = 0, second = 0, third = 0, fourth = 0] = parts.map(Number);
  if (parts.some((part) => Number(part) > 255 || /^0\d/.test(part))) return false;
  const wellKnown = ['8.8.8.8', '8.8.4.4', '1.1.1.1', '1.0.0.1', '9.9.9.9', '1.2.3.4', '4.3.2.1'];
  // Versions and section numbers have small parts.
  const isSmall = [first, second, third, fourth].every((part) => part < 20);
  const isReserved =
    [0, 10, 127].includes(first) ||
    first >= 224 ||
    (first === 100 && second >= 64 && second < 128) ||
    (first === 169 && second === 254) ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 192 && second === 168) ||
    (first === 192 && second === 0 && [0, 2].includes(third)) ||
    (first === 192 && second === 88 && third === 99) ||
    (first === 198 && [18, 19].includes(second)) ||
    (first === 198 && second === 51 && third === 100) ||
    (first === 203 && second === 0 && third === 113);
  return !isReserved && !isSmall && !wellKnown.includes(match);
}

export const personalData: Gate = {
  name: 'personal-data',
  summary:
    'A turn has an e-mail address, a phone, account or card number, or a public IP address, and it is not a known example.',
  finds: ({ turns }) =>
    firstInTurns(turns, ({ content }) => {
      const found = data.find(({ pattern, isReal }) =>
        Array.from(content.matchAll(pattern)).some(([match]) => isReal(match)),
      );
      // The datum itself is not told: findings are published.
      return found === undefined ? null : `has ${found.name}`;
    }),
};
