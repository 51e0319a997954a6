import type { PythonReader } from '../../core/adapters/python-reader';
import { moduleStatements } from './module-statements';
import { parsesAsPython } from './python-syntax';

/** What reading replies needs to know of Python. */
export const pythonReader: PythonReader = { parses: parsesAsPython, statements: moduleStatements };
