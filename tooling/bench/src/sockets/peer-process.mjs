// A server that answers recorded bytes and headers: `node peer-process.mjs FILE` prints its port.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** Answers of the gateway by URL, and by whether a tag is asked about. */
const answers = new Map(
  JSON.parse(readFileSync(process.argv[2], 'utf8')).map(({ path, status, headers, body }) => [
    keyOf(path, status === 304),
    { status, headers, body: Buffer.from(body, 'base64') },
  ]),
);

function keyOf(url, hasTag) {
  return `${hasTag} ${url}`;
}

const server = createServer(({ url, headers: asked }, response) => {
  const { status, headers, body } = answers.get(keyOf(url, 'if-none-match' in asked));
  response.writeHead(status, headers);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
