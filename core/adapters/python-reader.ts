/**
 * `value` is an expression that does nothing, such as a word or a list; `call` is one that may do something; `annotation`
 * says a type and binds nothing, `Input: [1, 2]`; `keyword` is one that stands alone: `pass`, `return`; `main-guard` is
 * `if __name__ …`.
 */
export type StatementKind =
  | 'import'
  | 'function'
  | 'class'
  | 'assignment'
  | 'annotation'
  | 'keyword'
  | 'call'
  | 'value'
  | 'assert'
  | 'return'
  | 'main-guard'
  | 'other';

/** A statement at the top level of a text. */
export interface ModuleStatement {
  readonly kind: StatementKind;
  /** The characters of the text from `from` to before `to`, without white space around them. */
  readonly from: number;
  readonly to: number;
  /** It is Python, as far as a grammar can tell, and nothing else stands on its lines. */
  readonly sound: boolean;
  /** A function or class without a body of its own: docstring, `pass`, `...`, `raise NotImplementedError`. */
  readonly stub: boolean;
  /** Names that the statement binds in the module. */
  readonly binds: readonly string[];
  /** Names that occur in the statement and that its own functions do not bind. */
  readonly uses: readonly string[];
}

/** Knowledge of Python for reading replies. */
export interface PythonReader {
  /** Whether a text is Python. The body of a function alone is Python too. */
  readonly parses: (text: string) => boolean;
  readonly statements: (text: string) => readonly ModuleStatement[];
}

export interface ProgramSearch extends PythonReader {
  /** null: a whole program, of which no name is asked. */
  readonly entryPoint: string | null;
}
