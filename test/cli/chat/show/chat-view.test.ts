import { ChatView } from '../../../../cli/chat/show/chat-view';
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
