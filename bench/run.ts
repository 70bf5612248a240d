import { readdirSync } from 'node:fs';

/**
 * `npm run -s bench -- NAME` runs one benchmark. Its last line is a JSON object: the figure, its reference, their
 * ratio.
 */
const benchNames = readdirSync(import.meta.dirname)
  .filter((file) => file.startsWith('bench-'))
  .map((file) => file.slice('bench-'.length, -'.ts'.length));

// Removed from the arguments, so that a benchmark sees only its own.
const [name] = process.argv.splice(2, 1);
if (name === undefined || !benchNames.includes(name)) {
  console.error(`usage: npm run -s bench -- NAME, where NAME is one of: ${benchNames.join(', ')}`);
  process.exit(2);
}
await import(`./bench-${name}.ts`);
