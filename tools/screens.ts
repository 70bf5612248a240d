// npm run screens: pictures of every screen, in several languages, themes and widths, into the ignored folder screens/.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync('playwright', ['test', '-c', 'tests/browser/screens.config.ts'], { stdio: 'inherit' });
process.exitCode = status ?? 1;
