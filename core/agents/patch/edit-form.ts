/** How a change is written (Agentless, section 3.2). */
export const editForm = [
  'Write the change as SEARCH/REPLACE blocks in one code fence, each in this form:',
  [
    '```',
    '### path/from/root.py',
    '<<<<<<< SEARCH',
    'lines as they stand in the file',
    '=======',
    'lines that come in their place',
    '>>>>>>> REPLACE',
    '```',
  ].join('\n'),
  [
    '- The lines of SEARCH are copied to the letter, with their indentation, and none is left out between them.',
    '- They must stand in the file once: take as many lines as that needs, and no more.',
    '- An empty SEARCH makes a new file; an empty REPLACE removes the lines.',
    '- Several blocks may change several places and files. Change no tests, and nothing that the issue does not ask for.',
  ].join('\n'),
].join('\n\n');
