import { execFile } from 'node:child_process';

/** What an interpreter of this machine says of itself. */
export interface InterpreterFacts {
  /** `3.9.18`. */
  readonly version: string;
  /** Folder above `bin`. */
  readonly prefix: string;
  /** The program itself, behind links and scripts that lead to it. */
  readonly program: string;
  /** Folder of the standard library. */
  readonly library: string;
  /** Folder of the C headers; it may be missing. */
  readonly headers: string;
  /** File name of its shared library. null: all is in the program. */
  readonly shared: string | null;
  /** Where that file is looked for. */
  readonly sharedFolders: readonly string[];
  /** Compiled modules that can be imported here. */
  readonly modules: readonly string[];
}

/** Modules that need a library of the machine, or a part that a build of Python may lack. */
export const compiledModules = [
  ...['zlib', '_ctypes', '_ssl', '_hashlib', '_bz2', '_lzma', '_sqlite3', '_socket', 'select'],
  ...['math', '_struct', 'pyexpat', '_decimal', '_multiprocessing', '_posixsubprocess'],
] as const;

/** Runs on Python 2.7 and later. */
const question = `
import json, os, sys, sysconfig
def there(name):
    try:
        __import__(name)
        return True
    except Exception:
        return False
v = sys.version_info
prefix = getattr(sys, 'base_prefix', sys.prefix)
name = 'python%d.%d' % v[:2]
print(json.dumps({
    'version': '%d.%d.%d' % v[:3], 'final': v[3] == 'final',
    'cpython': getattr(getattr(sys, 'implementation', None), 'name', 'cpython') == 'cpython' and 'PyPy' not in sys.version,
    'prefix': prefix, 'program': os.path.realpath(os.path.join(prefix, 'bin', name)),
    'library': os.path.dirname(os.path.realpath(os.__file__)), 'headers': sysconfig.get_path('include'),
    'shared': sysconfig.get_config_var('INSTSONAME') if sysconfig.get_config_var('Py_ENABLE_SHARED') else None,
    'sharedFolders': [os.path.join(prefix, 'lib'), sysconfig.get_config_var('LIBDIR') or ''],
    'modules': [one for one in ${JSON.stringify(compiledModules)} if there(one)],
}))
`;

/** null: it is no CPython that was released, or it does not answer. */
export async function askInterpreter(program: string): Promise<InterpreterFacts | null> {
  const text = await new Promise<string | null>((resolve) => {
    execFile(
      program,
      ['-E', '-s', '-S', '-B', '-c', question],
      { timeout: 20_000, env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C.UTF-8' } },
      (error, stdout) => {
        resolve(error === null ? stdout : null);
      },
    ).stdin?.end();
  });
  if (text === null) return null;
  try {
    const told = JSON.parse(text) as InterpreterFacts & { final: boolean; cpython: boolean };
    const { final, cpython, ...facts } = told;
    return final && cpython ? facts : null;
  } catch {
    return null;
  }
}
