/** Lines of a commit's message that name people, other commits and tools. */
const trailer =
  /^(signed-off-by|co-authored-by|reviewed-by|acked-by|tested-by|reported-by|change-id|cherry.picked|\(cherry picked)\b.*$/i;
const pullRequest = /\s*\(#\d+\)\s*$/;

/** Shorter lines of code stand in many texts by chance. */
const tellingChars = 24;

/** What is asked for, from the message of the commit that does it. It says where it comes from. Empty: the message says nothing. */
export function statementOf(message: string): string {
  const [subject = '', ...rest] = message.replaceAll('\r\n', '\n').trim().split('\n');
  const body = rest
    .filter((line) => !trailer.test(line.trim()))
    .join('\n')
    .trim();
  const title = subject.replace(pullRequest, '').trim();
  if (title === '') return '';
  const said = body === '' ? title : `${title}\n\n${body}`;
  return `${said}\n\n(This text is the message of the commit that made the change.)\n`;
}

/** A line of the solution that a statement shows. null: it shows none. */
export function leakedLine(statement: string, gold: string): string | null {
  const added = gold
    .split('\n')
    .filter((line) => line.startsWith('+') && !line.startsWith('+++'))
    .map((line) => line.slice(1).trim())
    .filter((line) => line.length >= tellingChars && !/^(#|"""|''')/.test(line));
  return added.find((line) => statement.includes(line)) ?? null;
}
