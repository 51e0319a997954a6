import { ChatView } from '../../../../cli/chat/show/chat-view';
import { OutputPrinter } from '../../../../cli/chat/show/output-printer';
import { withoutColour } from '../../../../cli/chat/show/paint';
import { KeptLines } from '../kept-lines';

describe('a reply on its way', () => {
  it('is shown once by somebody whose connection broke off and who is told all of it again', async () => {
    const surface = new KeptLines();
    const text = (): Promise<string> => Promise.reject(new Error('nothing is kept yet'));
    const view = new ChatView({ surface, paint: withoutColour, live: true, text });
    const pieces = ['Two ', 'and ', 'two ', 'are four.'];
    const hear = async (places: readonly number[]): Promise<void> => {
      for (const place of places) {
        const words = { place, round: 'r1', kind: 'reply', text: pieces[place] ?? '' } as const;
        await view.show({ kind: 'live', words });
      }
    };
    await hear([0, 1]);
    await hear([0, 1, 2, 3]);
    expect(surface.opened).toBe('Two and two are four.');
  });
});

describe('the output of a block', () => {
  it('is shown in its order: a line that is open stands before a file or a gap', () => {
    const surface = new KeptLines();
    const output = new OutputPrinter(surface);
    const plot = { name: 'plot.png', mime: 'image/png', sha256: 'a'.repeat(64), bytes: 9 };
    output.take({ kind: 'stdout', text: 'saving ' });
    output.take({ kind: 'artefact', ...plot });
    output.take({ kind: 'stdout', text: 'and more' });
    output.take({ kind: 'dropped', bytes: 7 });
    output.take({ kind: 'stderr', text: 'done' });
    output.end();
    expect(surface.lines).toEqual([
      ...['│ saving ', '│ [plot.png]', '│ and more', '│ … 7 bytes left out', '│ done'],
    ]);
  });
});
