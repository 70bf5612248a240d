// npm run build: what production serves. The server itself runs as it is written.
import { buildPage } from '../devnet/build-page.ts';

console.log(`The page is in ${buildPage((line) => console.log(line))}`);
