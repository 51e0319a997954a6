import type { DialogueEvent, Round, RunBlock } from '../../../core/schemas/dialogue';
import { countText } from '../../../core/words/plural';
import { terminalLine } from '../../../report/terminal-safe';
import type { Chat, ChatNews } from '../../../lab/chats/chats';
import type { Surface } from './surface';
import { endWords, rebuiltWords } from './block-words';
import { OutputPrinter } from './output-printer';
import type { Paint, Style } from './paint';
import { programText } from './program-text';
import { readOutput, readPart } from './read-output';
import { ReplyPrinter } from './reply-printer';
import { restOfOutput } from './rest-of-output';
import { shortenLines } from './shorten-lines';
import type { PlacedEvent } from './standing-turns';
import { standingTurns } from './standing-turns';

export interface ChatViewOptions {
  readonly surface: Surface;
  readonly paint: Paint;
  /** False: only what is finished is shown, so that lines come in one order and once. */
  readonly live: boolean;
  readonly text: Chat['text'];
}

/** Turns of a chat that are shown when it is attached to, and lines of each text of theirs. */
const pastTurns = 8;
const pastLines = 24;
/** Of what another terminal said. */
const messageLines = 24;

type LiveWords = Extract<ChatNews, { readonly kind: 'live' }>['words'];

/** A reply or a block on its way. */
interface Begun {
  readonly round: string;
  place: number;
  text: string;
  readonly reply: ReplyPrinter;
  output: OutputPrinter;
}

/** Shows what happens in a chat. */
export class ChatView {
  private begun: Begun | null = null;
  private trouble = '';
  /** Hashes of what was said here, and stands on the screen already. */
  private readonly own: string[] = [];
  private ownBlocks = 0;

  constructor(private readonly options: ChatViewOptions) {}

  /** The next message with this text is not shown again. */
  said(sha256: string): void {
    this.own.push(sha256);
  }

  /** It was not taken. */
  unsaid(sha256: string): void {
    const place = this.own.indexOf(sha256);
    if (place >= 0) this.own.splice(place, 1);
  }

  /** The next block by hand came from here. */
  running(): void {
    this.ownBlocks += 1;
  }

  async show(news: ChatNews): Promise<void> {
    const { surface } = this.options;
    if (news.kind === 'trouble') {
      if (news.why !== this.trouble) {
        this.note(`waiting: ${terminalLine(news.why)}`, 'trouble');
      }
      this.trouble = news.why;
      surface.status(`waiting: ${terminalLine(news.why)}`);
      return;
    }
    // What begins again may fail again.
    if (news.kind !== 'live' || news.words.kind !== 'restart') {
      if (this.trouble !== '') this.note('going on', 'note');
      this.trouble = '';
    }
    switch (news.kind) {
      case 'live':
        if (this.options.live) this.live(news.words);
        return;
      case 'event':
        await this.event(news.event);
        return;
      case 'waiting':
        surface.status('');
        return;
    }
  }

  /** What was said so far, shortened. */
  async showPast(events: readonly PlacedEvent[], howToReadAll: string): Promise<void> {
    const turns = standingTurns(events);
    const left = turns.length - pastTurns;
    if (left > 0) {
      this.note(`… ${countText(left)} earlier ${left === 1 ? 'turn' : 'turns'}: ${howToReadAll}`);
    }
    for (const { event } of turns.slice(-pastTurns).flat()) await this.event(event, pastLines);
  }

  private live(words: LiveWords): void {
    const { surface, paint } = this.options;
    if (this.begun?.round !== words.round) this.abandon();
    const begun = (this.begun ??= {
      round: words.round,
      place: -1,
      text: '',
      reply: new ReplyPrinter(surface, paint),
      output: new OutputPrinter(surface),
    });
    if (words.place <= begun.place) return;
    begun.place = words.place;
    switch (words.kind) {
      case 'reply':
        begun.text += words.text;
        begun.reply.take(words.text);
        surface.status('replying · Ctrl-C stops the turn');
        return;
      case 'output': {
        const part = readPart(words.text);
        if (part === null) return;
        if (begun.output.taken.length === 0) begun.reply.end();
        begun.output.take(part);
        surface.status('running · Ctrl-C stops the turn');
        return;
      }
      case 'restart':
        if (begun.text !== '') {
          this.abandon();
          this.note('broken off; it begins anew:');
        }
        return;
      case 'output-restart':
        this.runs(begun);
        return;
    }
  }

  /** The reply has been said, and its block begins. */
  private runs(begun: Begun): void {
    begun.reply.end();
    this.options.surface.status('running · Ctrl-C stops the turn');
    if (begun.output.taken.length === 0) return;
    begun.output.end();
    begun.output = new OutputPrinter(this.options.surface);
    this.note('broken off; the block runs again:');
  }

  /** Nothing more comes of what has begun. */
  private abandon(): void {
    this.begun?.reply.end();
    this.begun?.output.end();
    this.begun = null;
  }

  private async event(event: DialogueEvent, most = Number.POSITIVE_INFINITY): Promise<void> {
    const { surface } = this.options;
    switch (event.kind) {
      case 'message-given':
        await this.message(event, most);
        surface.status('waiting for the reply · Ctrl-C stops the turn');
        return;
      case 'round-made':
        await this.round(event.round, most);
        return;
      case 'block-run':
        await this.block(event, most);
        return;
      case 'model-chosen':
        this.note(`answers come from ${terminalLine(event.model)} from here on`);
        return;
      case 'turn-ended':
        this.abandon();
        if (event.cause === undefined) this.note('the turn was stopped');
        else this.note(`the turn was stopped: ${terminalLine(event.cause)}`, 'trouble');
        return;
      case 'turn-undone':
        this.abandon();
        this.note('the last turn was taken back');
        return;
      case 'retried-from':
        this.abandon();
        this.note(`again, from ${event.round} on:`);
        surface.status('waiting for the reply · Ctrl-C stops the turn');
        return;
      case 'stopped':
      case 'approved':
        this.abandon();
        this.note('the chat has ended');
        return;
      case 'feedback-given':
        return;
    }
  }

  private async message(
    { text, files }: Extract<DialogueEvent, { readonly kind: 'message-given' }>,
    most: number,
  ): Promise<void> {
    const own = this.own.indexOf(text.sha256);
    if (own < 0) {
      const said = await this.options.text(text.sha256);
      this.person(said, most);
    } else this.own.splice(own, 1);
    if (files.length > 0) {
      this.note(`with ${files.map(({ name }) => terminalLine(name)).join(', ')}`);
    }
  }

  /** What a person said, as it stands in the line that they typed. Where no line is typed, all of it, unless it is past. */
  person(text: string, most = Number.POSITIVE_INFINITY): void {
    const few = this.options.live ? Math.min(most, messageLines) : most;
    const lines = shortenLines(text.trimEnd().split('\n'), few);
    for (const [place, line] of lines.entries()) {
      this.options.surface.print(`${place === 0 ? '> ' : '  '}${programText(line)}`, 'person');
    }
  }

  private async round(round: Round, most: number): Promise<void> {
    const text = await this.options.text(round.reply.sha256);
    const begun = this.begun?.round === round.id ? this.begun : null;
    if (begun === null) this.abandon();
    if (round.trimmed > 0) {
      this.note(leftOutWords(round.trimmed));
    }
    this.reply(await this.withToolCode(round, text), begun, most);
    const cut = endedWords(round);
    if (cut !== null) this.note(cut);
    if (round.program !== null && round.execution === null) {
      this.note('not run: as many blocks have run for this message as may, or it repeats one');
    }
    if (round.execution?.on === 'session') await this.ran(round.execution, begun, most);
    this.begun = null;
    this.options.surface.status('going on · Ctrl-C stops the turn');
  }

  private reply(text: string, begun: Begun | null, most: number): void {
    if (begun !== null && text.startsWith(begun.text)) {
      begun.reply.take(text.slice(begun.text.length));
      begun.reply.end();
      return;
    }
    begun?.reply.end();
    if (begun !== null && begun.text !== '') this.note('as it was kept:');
    this.whole(text, most);
  }

  /** Code that came by a tool stands behind what was said, in a fence, unless it stands there already. */
  private async withToolCode({ via, program }: Round, said: string): Promise<string> {
    if (via !== 'tool' || program === null) return said;
    const code = (await this.options.text(program)).trimEnd();
    if (said.includes(code)) return said;
    return `${said === '' ? '' : `${said.trimEnd()}\n\n`}\`\`\`python\n${code}\n\`\`\`\n`;
  }

  private whole(text: string, most: number): void {
    const printer = new ReplyPrinter(this.options.surface, this.options.paint);
    printer.take(shortenLines(text.trimEnd().split('\n'), most).join('\n'));
    printer.end();
  }

  private async block(
    { id, program, execution }: Extract<DialogueEvent, { readonly kind: 'block-run' }>,
    most: number,
  ): Promise<void> {
    const begun = this.begun?.round === id ? this.begun : null;
    if (begun === null) this.abandon();
    if (this.ownBlocks > 0) this.ownBlocks -= 1;
    else if (begun === null) this.person(`/run ${await this.options.text(program)}`, most);
    await this.ran(execution, begun, most);
    this.begun = null;
  }

  private async ran(execution: RunBlock, begun: Begun | null, most: number): Promise<void> {
    const output = begun?.output ?? new OutputPrinter(this.options.surface);
    const rebuilt = rebuiltWords(execution);
    const first = output.taken.length === 0;
    if (first && rebuilt !== null) this.note(rebuilt);
    const recorded = readOutput(await this.options.text(execution.output));
    for (const part of restOfOutput(output.taken, recorded)) {
      output.take(
        'text' in part
          ? { ...part, text: shortenLines(part.text.split('\n'), most).join('\n') }
          : part,
      );
    }
    output.end();
    if (!first && rebuilt !== null) this.note(rebuilt);
    const ended = endWords(execution);
    if (ended !== null) this.note(ended);
  }

  private note(text: string, style: Style = 'mark'): void {
    this.options.surface.print(`(${text})`, style);
  }
}

function leftOutWords(messages: number): string {
  return messages === 1
    ? '1 earlier message did not fit, and was left out or shortened'
    : `${countText(messages)} earlier messages did not fit, and were left out or shortened`;
}

/** Why a reply is not all that the model would have said, and what helps; null: it is. */
function endedWords({ finishReason, program }: Round): string | null {
  switch (finishReason) {
    case 'stop':
      return null;
    case 'length':
      return `cut off: it reached the longest reply${program === null ? '; no code of it was run' : ''}`;
    case 'context-length':
      return 'no reply: the conversation is longer than the model takes; /undo takes the last turn back, and a chat begun with --context-tokens leaves the oldest out';
    case 'content-filter':
      return 'no reply: the endpoint held it back; /undo takes the turn back, to say it in other words';
  }
}
