#!/usr/bin/env node
'use strict';
// Replaces the native compiler that forge expects by the same release as wasm, over standard input and output.
// Path options of forge are ignored because every source is inside the JSON.
//
// To load the wasm takes a second, and three to compile what takes one once V8 has optimised it. `--serve` stays, and
// answers at the socket SOLC_SOCKET for all later calls that have this variable. Its callers change no test.
const { readFileSync } = require('node:fs');
const { connect, createServer } = require('node:net');

const args = process.argv.slice(2);
const { SOLC_SOCKET: socket } = process.env;

/** Returns the compiler's output for an input; its version for an empty one. */
function compile(input) {
  const solc = require('solc');
  if (input !== '') return solc.compile(input);
  return `solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`;
}

/** Answers for which only interfaces were asked, by settings and names of the sources. */
const interfaces = new Map();

/**
 * Compiles, or repeats an answer: `forge test` with a filter first asks for the interfaces of all files, in which it
 * looks for tests, and takes two thirds of its time for that. Sources that change in between do not change the tests.
 */
function compileForTests(input) {
  if (input === '') return compile(input);
  const { sources, settings } = JSON.parse(input);
  const outputs = Object.values(settings.outputSelection).flatMap((ofFile) => Object.values(ofFile).flat());
  if (outputs.some((output) => output !== 'abi')) return compile(input);
  const key = JSON.stringify([Object.keys(sources), settings]);
  if (!interfaces.has(key)) interfaces.set(key, compile(input));
  return interfaces.get(key);
}

if (args.includes('--serve')) {
  const server = createServer({ allowHalfOpen: true }, (caller) => {
    const chunks = [];
    caller.on('data', (chunk) => chunks.push(chunk));
    caller.on('end', () => caller.end(compileForTests(Buffer.concat(chunks).toString('utf8'))));
    caller.on('error', () => caller.destroy());
  });
  server.listen(socket, () => process.stdout.write(compile('')));
} else if (args.includes('--version') || args.includes('--standard-json')) {
  const input = args.includes('--version') ? '' : readFileSync(0, 'utf8');
  if (socket === undefined) process.stdout.write(compile(input));
  else connect(socket).end(input).pipe(process.stdout);
} else {
  process.stderr.write('solc.cjs knows --version, --standard-json and --serve\n');
  process.exitCode = 2;
}
