/** Lines that only a program has, in the languages of the sources. */
const codeLine = new RegExp(
  [
    '[;{}][^\\S\\n]*$',
    '^[^\\S\\n]*(?:def|class|function|func|fn|sub|public|private|static|const|let|var|int|double|float|char|void|struct|package|using|' +
      'namespace|interface|enum)\\s+[\\w$&*<]',
    '^[^\\S\\n]*(?:from\\s+[\\w.]+\\s+import|import\\s+[\\w.{*"\'(]|#include\\b|#!/|@\\w+\\s*(?:\\(|$)|return\\b|print\\b\\s*[("\']|puts\\s|echo\\s)',
    '^[^\\S\\n]*(?:for|while|if|elif|else|try|except|with)\\b.*:\\s*(?:#.*)?$',
    '^[^\\S\\n]*(?:SELECT\\s.+|INSERT\\s+INTO\\s|UPDATE\\s+\\S+\\s+SET\\b|DELETE\\s+FROM\\s|CREATE\\s+(?:TABLE|INDEX|VIEW|DATABASE|PROCEDURE|' +
      'FUNCTION)\\s|ALTER\\s+TABLE\\s|DROP\\s+TABLE\\s|FROM\\s+\\S+$|WHERE\\s)',
    '^[^\\S\\n]*</?[A-Za-z!][^>]{0,300}>',
    '^[^\\S\\n]*[\\w$@.\\[\\]\'", ]{1,60}\\s*(?::=|<-|[-+*/%|&]?=)\\s*\\S',
    '^[^\\S\\n]*[\\w$.]+\\(.*\\)\\s*(?:#.*|//.*)?$',
    '^[^\\S\\n]*[$%>]\\s+\\w',
    '^[^\\S\\n]*(?:sudo|mkdir|cd|ls|cp|mv|rm|chmod|chown|git|npm|pip|docker|grep|sed|awk|cat|curl|find|tar|ssh)\\s+[-\\w./~"\'{]',
    '\\b(?:lambda\\b.*:|=>)',
    '^[^\\S\\n]*(?:/|\\^).{4,}(?:/[gimsuy]*|\\$)\\s*$',
  ].join('|'),
  'im',
);

/** Whether a text has a line of code, although no fence says so. */
export function hasBareCode(text: string): boolean {
  return codeLine.test(text);
}
