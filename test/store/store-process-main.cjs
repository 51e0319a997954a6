// Opens a store in a process of its own and does what its parent says: { id, part, method, args } -> { id, value | error }.
const { openStore } = require('../../store');
const { archiveBytes } = require('./environments/archive-bytes');

const opening = openStore({ path: process.argv[2], busyTimeoutMs: 10_000 });

process.on('message', async ({ id, part, method, args }) => {
  try {
    const store = await opening;
    // Bytes do not travel as messages: an archive is made here.
    const given = method === 'putArchive' ? args.map(archiveBytes) : args;
    const value =
      part === null ? await store[method](...given) : await store[part][method](...given);
    process.send({ id, value });
  } catch (error) {
    process.send({ id, error: { code: error.code, message: error.message } });
  }
});

opening.then(
  () => process.send({ ready: true }),
  (error) => process.send({ failed: `${error.code}: ${error.message}` }),
);
