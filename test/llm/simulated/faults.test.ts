import { contentFaultOf, parseFaults, transportFaultOf } from '../../../llm/simulated/faults';

function shares<T>(decide: (identity: string) => T): (wanted: (fault: T) => boolean) => number {
  const faults = Array.from({ length: 4000 }, (_, index) => decide(`id-${String(index)}`));
  return (wanted) => faults.filter(wanted).length / faults.length;
}

describe('faults of the model server', () => {
  it('come in the shares that were asked for', () => {
    const { transport, content } = parseFaults(
      '{"rate429":0.2,"rate500":0.1,"rateDrop":0.05,"refusal":0.3,"emptyChoices":0.1}',
    );
    const sent = shares((identity) => transportFaultOf(transport, identity, 1)?.kind);
    expect(sent((kind) => kind === 'rate-limited')).toBeCloseTo(0.2, 1);
    expect(sent((kind) => kind === 'server-error')).toBeCloseTo(0.1, 1);
    expect(sent((kind) => kind === undefined)).toBeCloseTo(0.65, 1);
    const spoilt = shares((identity) => contentFaultOf(content, identity));
    expect(spoilt((fault) => fault === 'refusal')).toBeCloseTo(0.3, 1);
    expect(spoilt((fault) => fault === null)).toBeCloseTo(0.6, 1);
    expect(spoilt((fault) => fault === 'cutOff')).toBe(0);
  });

  it('let some arrival of every request through, and the same one each time', () => {
    const { transport } = parseFaults('{"rate500":0.7}');
    const arrivalsOf = (identity: string) =>
      Array.from({ length: 60 }, (_, n) => transportFaultOf(transport, identity, n + 1));
    for (let index = 0; index < 200; index += 1) {
      const arrivals = arrivalsOf(`id-${String(index)}`);
      expect(arrivals).toContain(null);
      expect(arrivalsOf(`id-${String(index)}`)).toEqual(arrivals);
    }
  });

  it('can be limited to the first arrivals', () => {
    const { transport } = parseFaults('{"rate429":1,"retryAfterMs":250,"firstArrivals":2}');
    expect([1, 2, 3].map((arrival) => transportFaultOf(transport, 'id', arrival))).toEqual([
      { kind: 'rate-limited', retryAfterMs: 250 },
      { kind: 'rate-limited', retryAfterMs: 250 },
      null,
    ]);
  });

  it('are none by default', () => {
    const { transport, content } = parseFaults('{}');
    expect(transportFaultOf(transport, 'id', 1)).toBeNull();
    expect(contentFaultOf(content, 'id')).toBeNull();
  });

  it.each([
    ['no JSON', 'rate429=1', /not JSON/],
    ['a list', '[1]', /not a JSON object/],
    ['an unknown member', '{"rate418":0.1}', /rate418/],
    ['a share above 1', '{"refusal":2}', /refusal/],
    ['a share in words', '{"rate429":"often"}', /rate429/],
    ['shares above 1 together', '{"rate429":0.7,"rate500":0.7}', /more than 1/],
    ['a hang without length', '{"rateHang":0.1,"hangMs":0}', /hangMs/],
  ])('are refused when they are %s', (_, text, words) => {
    expect(() => parseFaults(text)).toThrow(
      expect.objectContaining({
        code: 'BAD_FAULTS',
        exitCode: 2,
        message: expect.stringMatching(words) as string,
        remedy: expect.stringContaining('"rate429":0.1') as string,
      }) as Error,
    );
  });
});
