import { withoutColour } from '../../../cli/chat/show/paint';
import { ChatScreen } from '../../../cli/chat/terminal/chat-screen';
import { Screen } from '../terminal/screen';

function screenOf(columns: number, rows = 24): { screen: Screen; chat: ChatScreen } {
  const screen = new Screen(columns, rows);
  return { screen, chat: new ChatScreen(screen, withoutColour) };
}

describe('a terminal with a conversation in it', () => {
  it('keeps what is typed below what comes', () => {
    const { screen, chat } = screenOf(40);
    chat.type({ text: 'my next', cursor: 7 });
    chat.draw();
    chat.print('said', 'prose');
    chat.open('and mo', 'prose');
    chat.status('replying');
    chat.draw();
    expect(screen.shown).toEqual(['said', 'and mo', 'replying', '> my next']);
    chat.print('and more', 'prose');
    chat.open('', 'prose');
    chat.status('');
    chat.draw();
    expect(screen.shown).toEqual(['said', 'and more', '> my next']);
  });

  it('breaks prose at blanks, and leaves code as it is', () => {
    const { screen, chat } = screenOf(12);
    chat.type({ text: '', cursor: 0 });
    chat.print('one two three', 'prose');
    chat.print('x = [1, 2, 3, 4, 5]', 'code');
    chat.draw();
    expect(screen.shown).toEqual(['one two', 'three', 'x = [1, 2, 3, 4, 5]', '>']);
  });

  it('has room for what is typed, however long', () => {
    const { screen, chat } = screenOf(20, 6);
    chat.open('the reply '.repeat(40), 'prose');
    chat.type({ text: 'x\n'.repeat(30), cursor: 60 });
    chat.draw();
    expect(screen.shown.length).toBeLessThanOrEqual(6);
    chat.open('', 'prose');
    chat.type({ text: 'short', cursor: 5 });
    chat.draw();
    expect(screen.shown).toEqual(['> short']);
  });

  it('leaves no rubbish when the terminal becomes narrower', () => {
    const { screen, chat } = screenOf(40);
    chat.print('before', 'prose');
    chat.status('a status of nearly forty columns, here');
    chat.type({ text: 'typed', cursor: 5 });
    chat.draw();
    screen.narrowAll(20);
    chat.draw();
    expect(screen.shown).toEqual(['before', 'a status of nearly…', '> typed']);
  });
});
