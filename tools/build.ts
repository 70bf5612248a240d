// npm run build: builds the page and the operators' console for production. The server needs no build.
import { buildConsole, buildPage } from '../devnet/build-apps.ts';

const missing = ['VITE_VAULT', 'VITE_FMC', 'VITE_ROUTER', 'PROOF_ANCHORS'].filter(
  (name) => (process.env[name] ?? '') === '',
);
if (missing.length > 0) {
  console.error(`${missing.join(', ')} not set. A page for production names its contracts: docs/page.md`);
  process.exit(2);
}
const say = (line: string) => console.log(line);
say(`The page was built in ${await buildPage(say)}`);
say(`The console was built in ${await buildConsole(say)}`);
