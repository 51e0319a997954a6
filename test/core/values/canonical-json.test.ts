import { asJson, canonicalJson } from '../../../core/values/canonical-json';

describe('a value as JSON holds it', () => {
  it('has nothing of what is undefined, and is no longer the value itself', () => {
    const value = { kept: 1, absent: undefined, list: [undefined, 'x'] };
    expect(asJson(value)).toStrictEqual({ kept: 1, list: [null, 'x'] });
    expect(asJson(value)).not.toBe(value);
  });
});

describe('the one text of a value', () => {
  it('is the same whatever the order of its keys', () => {
    const text = '{"a":[1,{"c":null,"d":"é"}],"b":true}';
    expect(canonicalJson({ b: true, a: [1, { d: 'é', c: null }], z: undefined })).toBe(text);
    expect(canonicalJson({ a: [1, { c: null, d: 'é' }], b: true })).toBe(text);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('cannot hold %s', (number) => {
    expect(() => canonicalJson({ number })).toThrow(`canonical JSON cannot hold ${String(number)}`);
  });
});
