import { standingTurns } from '../../../../cli/chat/show/standing-turns';
import {
  eventsOf,
  message,
  noCode,
  ofChat,
  ownBlock,
  ran,
  retryFrom,
} from '../../../core/refinement/dialogue-player';
import type { Move } from '../../../core/refinement/dialogue-player';

describe('the turns that stand', () => {
  /** Each as the names of what is in it. */
  const turns = (...moves: readonly Move[]): readonly (readonly string[])[] => {
    const events = eventsOf(ofChat, moves).map((event, place) => ({ place, event }));
    return standingTurns(events).map((turn) =>
      turn.map(({ event }) => {
        if (event.kind === 'message-given') return event.text.excerpt;
        if (event.kind === 'round-made') return event.round.id;
        return event.kind === 'block-run' ? event.id : event.kind;
      }),
    );
  };
  const undone: Move = { kind: 'turn-undone' };

  it('begin with a message each, and have what came of it', () => {
    expect(turns(message('one'), ran('a'), noCode, ownBlock('b3'), message('two'), noCode)).toEqual(
      [
        ['one', 'r1', 'r2', 'b3'],
        ['two', 'r3'],
      ],
    );
  });

  it('have a turn without a message for blocks before the first', () => {
    expect(turns(ownBlock('b0'), message('one'), noCode)).toEqual([['b0'], ['one', 'r1']]);
  });

  it('lose the last one that is taken back', () => {
    expect(turns(message('one'), noCode, message('two'), noCode, undone)).toEqual([['one', 'r1']]);
    expect(
      turns(message('one'), noCode, message('two'), noCode, undone, message('three'), noCode),
    ).toEqual([
      ['one', 'r1'],
      ['three', 'r3'],
    ]);
  });

  it('lose the named reply and those after it, which a retry replaces', () => {
    const begun = [message('one'), ran('a'), noCode];
    expect(turns(...begun, retryFrom('r2'), noCode)).toEqual([['one', 'r1', 'r3']]);
    expect(turns(...begun, retryFrom('r1'), noCode)).toEqual([['one', 'r3']]);
  });
});
