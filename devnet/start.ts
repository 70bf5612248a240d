// npm start: runs the whole system on this machine, with the page and the console as built.
import { runStart } from './run-start.ts';

await runStart('npm start');
