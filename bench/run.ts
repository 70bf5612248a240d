import { readdirSync } from 'node:fs';

/** `npm run -s bench -- NAME`: runs one benchmark; its last line is one JSON object with the figure, its limit and their ratio. */
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.startsWith('bench-'))
  .map((file) => file.slice('bench-'.length, -'.ts'.length));

const [name] = process.argv.slice(2);
if (name === undefined || !names.includes(name)) {
  console.error(`usage: npm run -s bench -- NAME, where NAME is one of: ${names.join(', ')}`);
  process.exit(2);
}
await import(`./bench-${name}.ts`);
