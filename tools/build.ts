// npm run build: builds the page for production. The server needs no build.
import { buildPage } from '../devnet/build-page.ts';

const missing = ['VITE_VAULT', 'VITE_FMC', 'VITE_ROUTER'].filter((name) => (process.env[name] ?? '') === '');
if (missing.length > 0) {
  console.error(`${missing.join(', ')} not set. A page for production names its contracts: docs/page.md`);
  process.exit(2);
}
console.log(`The page was built in ${buildPage((line) => console.log(line))}`);
