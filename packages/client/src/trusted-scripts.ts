/** Scripts of our own that run beside a page: workers with a hash in their name, and the service worker. */
const OWN_SCRIPT = /^\/(?:service-worker\.js|assets\/[\w.-]+\.js)$/;
/** The same workers as Vite serves them from their sources; never part of a build. */
const SOURCE_SCRIPT = /^\/(?:src|@fs)\/[\w./%-]+\.ts\?worker_file&type=module$/;

type ScriptPolicy = { readonly createScriptURL: (path: string) => string };

/**
 * Returns the address of a worker's script as `Worker` and `serviceWorker.register` take it under the policy
 * of page and console (`require-trusted-types-for 'script'`, `trusted-types city-mint`); throws for any other script.
 */
export function trustedScriptUrl(path: string): string {
  policy ??= createPolicy();
  return policy.createScriptURL(path);
}

let policy: ScriptPolicy | undefined;

function createPolicy(): ScriptPolicy {
  const rules = {
    createScriptURL(path: string) {
      const isOwn = OWN_SCRIPT.test(path) || (import.meta.env.DEV && SOURCE_SCRIPT.test(path));
      if (!isOwn) throw new TypeError(`${path} is not a script of our own`);
      return path;
    },
  };
  const factory: unknown = Reflect.get(globalThis, 'trustedTypes');
  return isFactory(factory) ? factory.createPolicy('city-mint', rules) : rules;
}

function isFactory(value: unknown): value is { createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy } {
  return typeof value === 'object' && value !== null && 'createPolicy' in value;
}
