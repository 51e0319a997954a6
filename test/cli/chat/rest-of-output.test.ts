import { OutputPrinter } from '../../../cli/chat/show/output-printer';
import { restOfOutput } from '../../../cli/chat/show/rest-of-output';
import type { OutputPart } from '../../../core/adapters/session';
import { KeptLines } from './kept-lines';

const out = (text: string): OutputPart => ({ kind: 'stdout', text });
const err = (text: string): OutputPart => ({ kind: 'stderr', text });

describe('what of a block has not been shown while it ran', () => {
  it('is all of it, when nothing was', () => {
    expect(restOfOutput([], [out('a'), err('b')])).toEqual([out('a'), err('b')]);
  });

  it('is nothing, when all was, in whatever pieces', () => {
    expect(restOfOutput([out('a'), out('b'), err('c')], [out('ab'), err('c')])).toEqual([]);
  });

  it('is the end of the piece that was under way, and what came after', () => {
    expect(restOfOutput([out('ab')], [out('abc'), err('d')])).toEqual([out('c'), err('d')]);
  });

  it('is what stands behind a gap in the record, when more was shown than kept', () => {
    const dropped: OutputPart = { kind: 'dropped', bytes: 9 };
    expect(restOfOutput([out('abcdef')], [out('ab'), dropped, out('z')])).toEqual([
      dropped,
      out('z'),
    ]);
  });
});

describe('the output of a block', () => {
  it('stands behind a bar, each kind in lines of its own', () => {
    const surface = new KeptLines();
    const printer = new OutputPrinter(surface);
    printer.take(out('one\ntw'));
    expect(surface.opened).toBe('│ tw');
    printer.take(err('10%\r20%'));
    printer.take({ kind: 'value', text: '[1,\n 2]' });
    printer.take({ kind: 'dropped', bytes: 12345 });
    printer.take({ kind: 'artefact', name: 'a\u001b[2Jb.png' });
    expect(surface.lines).toEqual([
      '│ one',
      '│ tw',
      '│ 20%',
      '│ [1,',
      '│  2]',
      '│ … 12,345 bytes left out',
      '│ [a\\x1b[2Jb.png]',
    ]);
  });
});
