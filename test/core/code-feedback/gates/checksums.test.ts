import { passesIban, passesLuhn } from '../../../../core/code-feedback/gates/checksums';

describe('checksums', () => {
  it('accept published examples and reject each of them with one wrong digit', () => {
    for (const card of ['4111111111111111', '378282246310005', '6011111111111117']) {
      expect(passesLuhn(card)).toBe(true);
      expect(passesLuhn(`${card.slice(0, -1)}${String((Number(card.at(-1)) + 1) % 10)}`)).toBe(
        false,
      );
    }
    for (const iban of ['GB82WEST12345698765432', 'DE89370400440532013000']) {
      expect(passesIban(iban)).toBe(true);
      expect(passesIban(iban.replace('3', '4'))).toBe(false);
    }
  });
});
