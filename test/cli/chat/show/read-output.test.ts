import { readOutput, readPart } from '../../../../cli/chat/show/read-output';

describe('the output of a block', () => {
  const part = { kind: 'stdout', text: 'a' };

  it('is read as it is stored, or not at all', () => {
    expect(readOutput(JSON.stringify([part, part]))).toEqual([part, part]);
    expect(() => readOutput('[{"kind":"other"}]')).toThrow();
  });

  it('is read part by part while it comes; what is none is left out', () => {
    expect(readPart(JSON.stringify(part))).toEqual(part);
    expect(['', '{"kind":"other"}', JSON.stringify([part])].map(readPart)).toEqual([
      ...[null, null, null],
    ]);
  });
});
