import { pickPort } from './ports.ts';
import type { StartCommand } from './start-options.ts';
import { openStoredPort } from './stored-port.ts';

/** The ports at which browsers reach the local system, and those of the processes that answer its calls. */
export type FrontPorts = {
  readonly page: number;
  readonly console: number;
  /** The page's own port, unless the page is served from its sources. */
  readonly api: number;
  /** The console's own port, unless the console is served from its sources. */
  readonly ops: number;
};

type Picking = {
  readonly command: StartCommand;
  /** The page's port as asked for on the command line; null for that of the start before. */
  readonly pagePort: number | null;
  readonly dataDir: string;
  say(line: string): void;
};

/** What each part is called in a message, and its port at the first start. */
const PARTS = {
  page: { called: 'the page', first: 8080 },
  console: { called: 'the console', first: 3100 },
  'dev-api': { called: 'the API', first: 8090 },
  'dev-ops': { called: "the operators' API", first: 3190 },
} as const;

type PartName = keyof typeof PARTS;

/**
 * Picks the ports of a start: those of the start before where they are free, since browsers keep sign-ins and settings
 * by the port; `say` names those that are not. `store` makes them the ports of the next starts.
 */
export async function pickFrontPorts({ command, pagePort, dataDir, say }: Picking) {
  const pick = async (name: PartName, asked: number | null = null) => {
    const { called, first } = PARTS[name];
    const stored = openStoredPort({ dataDir, name, first: asked ?? first });
    const preferred = asked ?? stored.preferred;
    const { port, wasTaken } = await (asked === null ? stored.pick() : pickPort(asked));
    const stays = asked === null ? ', also at the next starts' : '';
    if (wasTaken) say(`Port ${preferred} is in use; ${called} uses port ${port}${stays}.`);
    return { port, store: () => (asked === null ? stored.store(port) : undefined) };
  };
  const [page, console] = [await pick('page', pagePort), await pick('console')];
  const isDev = command === 'npm run dev';
  const [api, ops] = isDev ? [await pick('dev-api'), await pick('dev-ops')] : [page, console];
  const ports: FrontPorts = { page: page.port, console: console.port, api: api.port, ops: ops.port };
  return {
    ports,
    store() {
      for (const part of [page, console, api, ops]) part.store();
    },
  };
}
