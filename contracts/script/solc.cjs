#!/usr/bin/env node
'use strict';
// Replaces the native compiler that forge expects by the same release as wasm, over standard input and output.
// Path options of forge are ignored because every source is inside the JSON.
const { readFileSync } = require('node:fs');
const solc = require('solc');

const args = process.argv.slice(2);
if (args.includes('--version')) {
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`);
} else if (args.includes('--standard-json')) {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8')));
} else {
  process.stderr.write('solc.cjs knows --version and --standard-json\n');
  process.exitCode = 2;
}
