import { readdirSync } from 'node:fs';

/** `npm run -s bench -- NAME`: runs one benchmark; its last line is one JSON object with the figure, its limit and their ratio. */
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.startsWith('bench-'))
  .map((file) => file.slice('bench-'.length, -'.ts'.length));

// Out of the arguments, so that a benchmark sees its own alone.
const [name] = process.argv.splice(2, 1);
if (name === undefined || !names.includes(name)) {
  console.error(`usage: npm run -s bench -- NAME, where NAME is one of: ${names.join(', ')}`);
  process.exit(2);
}
await import(`./bench-${name}.ts`);
