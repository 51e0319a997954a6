import { unitVectorOf, vectorText } from '../../../core/values/vector-text';

describe('a vector as text', () => {
  it('keeps every 32-bit number', () => {
    const vector = Float32Array.from([0.6, -0.8, 1 / 3, 1e-20]);
    expect(Float32Array.from(JSON.parse(vectorText(vector)) as number[])).toEqual(vector);
  });

  it('is read with length 1', () => {
    expect(unitVectorOf('[3,0,-4]')).toEqual(Float32Array.from([0.6, 0, -0.8]));
  });

  it.each(['', 'no', '[]', '[0,0]', '{"a":1}', '[1,"2"]', '[1e308,1e308]', 'null'])(
    'is none in %j',
    (text) => {
      expect(unitVectorOf(text)).toBeNull();
    },
  );
});
