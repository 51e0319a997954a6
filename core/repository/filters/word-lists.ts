const list = (words: string): readonly string[] => words.split(' ');

/** R2E's list A: of docstrings. */
export const docstringWords = list('test transformer training https http todo');

/** R2E's list B: of bodies. */
export const bodyWords = list(
  'demo gcp s3 openai aws cuda tensorflow triton gpu nvidia scheduler async job do_not_import do_not_run do_not_call ' +
    'plt plot matplotlib seaborn plotly argparse main cuda_visible_devices multiprocess multiprocessing pool ' +
    'processpool threadpool joblib pebble',
);

/** R2E's list C: beginnings of names. */
export const namePrefixes = list('test train_ main demo example render_pep _init');
