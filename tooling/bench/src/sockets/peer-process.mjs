// A server that answers recorded bytes: `node peer-process.mjs KIND FILE` prints its port.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [kind, file] = process.argv.slice(2);
/** Answers of the gateway by URL. */
const answers = new Map(
  JSON.parse(readFileSync(file, 'utf8')).map((row) => [row.path, { ...row, body: Buffer.from(row.body, 'base64') }]),
);
const answerTo = ({ url }) => answers.get(url);

const KINDS = {
  'node:http, same bytes': () =>
    listen(
      createServer((request, response) => {
        const { body } = answerTo(request);
        response.writeHead(200, ['Content-Type', 'application/json', 'Content-Length', body.length]);
        response.end(body);
      }),
    ),
  'node:http, same headers': () =>
    listen(
      createServer((request, response) => {
        const { headers, body } = answerTo(request);
        response.writeHead(200, headers);
        response.end(body);
      }),
    ),
  fastify: async () => {
    const { fastify } = await import('fastify');
    const app = fastify();
    for (const path of new Set([...answers.keys()].map((url) => url.split('?')[0]))) {
      app.get(path, (request, reply) => {
        const { fields, body } = answerTo(request.raw);
        reply.headers(fields).send(body);
      });
    }
    await app.listen({ port: 0, host: '127.0.0.1' });
    say(app.server.address().port);
  },
};

function listen(server) {
  server.listen(0, '127.0.0.1', () => say(server.address().port));
}

function say(port) {
  process.stdout.write(`${port}\n`);
}

await KINDS[kind]();
