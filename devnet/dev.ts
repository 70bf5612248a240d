// npm run dev: the same system, of which each part follows the sources as they change.
import { runStart } from './run-start.ts';

await runStart('npm run dev');
