import type { DialogueStore, LiveWords } from '../../core/ports/dialogue';
import type { AttemptKey } from '../../core/ports/records';
import type { OutputPart } from '../../core/adapters/session';
import type { LiveAnswer } from '../model/live-answer';

/** Pieces are told together so often: each is a row, and whoever looks on looks no more often. */
const tellEveryMs = 50;

/** Tells whoever looks on what is being said or written. Nothing depends on it: what cannot be told is not. */
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

/** Of a reply while it is written. */
export function liveReply(
  dialogues: Pick<DialogueStore, 'sayLive'>,
  attempt: AttemptKey,
  round: string,
): { readonly listener: LiveAnswer; readonly done: () => Promise<void> } {
  const teller = new LiveTeller(dialogues, attempt, round);
  // A worker that died in mid-answer leaves words under this name.
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

/** Of a block while it runs. */
export function liveOutput(
  dialogues: Pick<DialogueStore, 'sayLive'>,
  attempt: AttemptKey,
  block: string,
): { readonly onOutput: (part: OutputPart) => void; readonly done: () => Promise<void> } {
  const teller = new LiveTeller(dialogues, attempt, block);
  // What it wrote before a worker died in the middle of it.
  teller.say('output-restart', '');
  return {
    onOutput: (part) => {
      teller.say('output', JSON.stringify(part));
    },
    done: () => teller.done(),
  };
}
