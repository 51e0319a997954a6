import type { DialogueStore, LiveWords } from '../../core/ports/dialogue';
import type { AttemptKey } from '../../core/ports/records';
import type { OutputPart } from '../../core/adapters/session';
import type { LiveAnswer } from '../model/live-answer';

/** Interval at which pieces are sent together. Each is a row of the store, and watchers do not look more often. */
const tellEveryMs = 50;

/** Sends a text to watchers while it is written. Nothing depends on it: an error is ignored. */
class LiveTeller {
  private waiting: Omit<LiveWords, 'place'>[] = [];
  private timer: NodeJS.Timeout | null = null;
  private telling: Promise<void> = Promise.resolve();

  constructor(
    private readonly dialogues: Pick<DialogueStore, 'sayLive'>,
    private readonly attempt: AttemptKey,
    private readonly round: string,
  ) {}

  say(kind: LiveWords['kind'], text: string): void {
    const last = this.waiting.at(-1);
    if (kind === 'reply' && last?.kind === 'reply') {
      this.waiting[this.waiting.length - 1] = { ...last, text: last.text + text };
    } else {
      this.waiting.push({ round: this.round, kind, text });
    }
    this.timer ??= setTimeout(() => {
      this.tell();
    }, tellEveryMs);
  }

  async done(): Promise<void> {
    this.tell();
    await this.telling;
  }

  private tell(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const words = this.waiting;
    this.waiting = [];
    this.telling = this.telling.then(async () => {
      for (const one of words) await this.dialogues.sayLive(this.attempt, one);
    });
    this.telling = this.telling.catch(() => undefined);
  }
}

export function liveReply(
  dialogues: Pick<DialogueStore, 'sayLive'>,
  attempt: AttemptKey,
  round: string,
): { readonly listener: LiveAnswer; readonly done: () => Promise<void> } {
  const teller = new LiveTeller(dialogues, attempt, round);
  // A worker that died during an answer leaves text under this name.
  teller.say('restart', '');
  return {
    listener: {
      onText: (piece) => {
        teller.say('reply', piece);
      },
      onRestart: () => {
        teller.say('restart', '');
      },
    },
    done: () => teller.done(),
  };
}

export function liveOutput(
  dialogues: Pick<DialogueStore, 'sayLive'>,
  attempt: AttemptKey,
  block: string,
): { readonly onOutput: (part: OutputPart) => void; readonly done: () => Promise<void> } {
  const teller = new LiveTeller(dialogues, attempt, block);
  // Text from before a worker died during the block.
  teller.say('output-restart', '');
  return {
    onOutput: (part) => {
      teller.say('output', JSON.stringify(part));
    },
    done: () => teller.done(),
  };
}
