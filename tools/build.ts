// npm run build: builds the page for production. The server needs no build.
import { buildPage } from '../devnet/build-page.ts';

console.log(`The page was built in ${buildPage((line) => console.log(line))}`);
