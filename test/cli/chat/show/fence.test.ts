import { stepFence } from '../../../../cli/chat/show/fence';
import type { OpenFence } from '../../../../cli/chat/show/fence';

describe('a line and the fence that it stands in', () => {
  const kinds = (...lines: readonly string[]): readonly string[] => {
    let open: OpenFence | null = null;
    return lines.map((line) => {
      const step = stepFence(open, line);
      open = step.open;
      return step.line;
    });
  };

  it('opens one with three marks or more, and says what stands in it', () => {
    expect(stepFence(null, '  ```` python ')).toEqual({
      line: 'opens',
      open: { mark: '````', info: 'python' },
    });
    expect(stepFence(null, '~~~')).toEqual({ line: 'opens', open: { mark: '~~~', info: '' } });
    expect(kinds('``', '`` `', '```a```')).toEqual(['text', 'text', 'text']);
    expect(kinds('~~~ a`b')).toEqual(['opens']);
  });

  it('closes it with as many marks of its kind, or more, and nothing behind', () => {
    expect(kinds('````', '```', '~~~~', '```` python', '`````', 'x')).toEqual([
      ...['opens', 'code', 'code', 'code', 'closes', 'text'],
    ]);
  });
});
