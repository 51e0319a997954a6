/** How a change is written (Agentless, section 3.2). */
export const editForm = [
  'Write the change as SEARCH/REPLACE blocks in one code fence. Each block has this form:',
  [
    '```',
    '### path/from/root.py',
    '<<<<<<< SEARCH',
    'lines exactly as they are in the file',
    '=======',
    'lines that replace them',
    '>>>>>>> REPLACE',
    '```',
  ].join('\n'),
  [
    '- Copy the SEARCH lines exactly, with their indentation, and leave no line out.',
    '- The SEARCH lines must occur exactly once in the file. Use as many lines as necessary, and no more.',
    '- An empty SEARCH creates a new file. An empty REPLACE deletes the lines.',
    '- Use several blocks to change several places or files. Do not change tests, or anything that the issue does not ask for.',
  ].join('\n'),
].join('\n\n');
