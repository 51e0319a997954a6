/** Lines that only a program has, in the languages of the sources. */
const codeLine = new RegExp(
  [
    '[;{}]\\s*$',
    '^\\s*(?:def|class|function|func|fn|sub|public|private|static|const|let|var|int|double|float|char|void|struct|package|using|' +
      'namespace|interface|enum)\\s+[\\w$&*<]',
    '^\\s*(?:from\\s+[\\w.]+\\s+import|import\\s+[\\w.{*"\'(]|#include\\b|#!/|@\\w+\\s*(?:\\(|$)|return\\b|print\\b\\s*[("\']|puts\\s|echo\\s)',
    '^\\s*(?:for|while|if|elif|else|try|except|with)\\b.*:\\s*(?:#.*)?$',
    '^\\s*(?:SELECT\\s.+|INSERT\\s+INTO\\s|UPDATE\\s+\\S+\\s+SET\\b|DELETE\\s+FROM\\s|CREATE\\s+(?:TABLE|INDEX|VIEW|DATABASE|PROCEDURE|' +
      'FUNCTION)\\s|ALTER\\s+TABLE\\s|DROP\\s+TABLE\\s|FROM\\s+\\S+$|WHERE\\s)',
    '^\\s*</?[A-Za-z!][^>]{0,300}>',
    '^\\s*[\\w$@.\\[\\]\'", ]{1,60}\\s*(?::=|<-|[-+*/%|&]?=)\\s*\\S',
    '^\\s*[\\w$.]+\\(.*\\)\\s*(?:#.*|//.*)?$',
    '^\\s*[$%>]\\s+\\w',
    '^\\s*(?:sudo|mkdir|cd|ls|cp|mv|rm|chmod|chown|git|npm|pip|docker|grep|sed|awk|cat|curl|find|tar|ssh)\\s+[-\\w./~"\'{]',
    '\\b(?:lambda\\b.*:|=>)',
    '^\\s*(?:/|\\^).{4,}(?:/[gimsuy]*|\\$)\\s*$',
  ].join('|'),
  'im',
);

/** Whether a text has a line of code, although no fence says so. */
export function hasBareCode(text: string): boolean {
  return codeLine.test(text);
}
