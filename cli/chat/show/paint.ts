/** How a line of a chat is shown. A mark belongs to the conversation; a note and trouble are what is going on meanwhile. */
export type Style =
  | 'prose'
  | 'person'
  | 'fence'
  | 'code'
  | 'output'
  | 'errors'
  | 'warning'
  | 'value'
  | 'mark'
  | 'note'
  | 'trouble';

/** Parts of Python code that have a colour of their own. */
export type CodePart = 'keyword' | 'string' | 'comment' | 'number' | 'name';

/** Parameters of the terminal's "select graphic rendition"; the sixteen colours that every theme sees to. */
const codes: Readonly<Record<Style | CodePart, string>> = {
  prose: '',
  person: '1;36',
  fence: '2',
  code: '',
  output: '',
  errors: '31',
  warning: '33',
  value: '32',
  mark: '2',
  note: '2',
  trouble: '33',
  keyword: '35',
  string: '32',
  comment: '2',
  number: '33',
  name: '34',
};

export type Paint = (style: Style | CodePart, text: string) => string;

export const inColour: Paint = (style, text) => {
  const code = codes[style];
  return code === '' || text === '' ? text : `\u001b[${code}m${text}\u001b[0m`;
};

export const withoutColour: Paint = (_, text) => text;
