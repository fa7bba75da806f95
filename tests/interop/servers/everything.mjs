// The official everything server: `everything.mjs [--http [PORT]]`.
//
// Over HTTP it would listen on all interfaces and at a port that it does not say; here it listens
// on loopback alone and says `serving URL` on standard error. It ends when its standard input does,
// or with SIGTERM.

import { createRequire } from 'node:module';
import { Server } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const HERE = path.dirname(new URL(import.meta.url).pathname);
const INSTALLED = process.env.SERVERS_NODE ?? path.join(HERE, '../../../build/interop/servers');
const at = createRequire(path.join(path.resolve(INSTALLED), 'package.json'));
const main = at.resolve('@modelcontextprotocol/server-everything/dist/index.js');

const [form, port] = process.argv.slice(2);
if (form !== undefined && form !== '--http') {
  console.error('usage: everything.mjs [--http [PORT]]');
  process.exit(2);
}
if (form === '--http') {
  // It prints what it does on standard output, which is nobody's here.
  console.log = () => {};
  const { listen } = Server.prototype;
  Server.prototype.listen = function (_, then) {
    this.once('listening', () => {
      console.error(`serving http://127.0.0.1:${this.address().port}/mcp`);
    });
    return listen.call(this, Number(port ?? 0), '127.0.0.1', then);
  };
  process.stdin.resume();
}
process.on('SIGTERM', () => process.exit(0));
process.stdin.on('end', () => setTimeout(() => process.exit(0), 500));
process.argv.splice(2, 2, form === '--http' ? 'streamableHttp' : 'stdio');
await import(pathToFileURL(main));
