/** The console's own workers, with a hash in their name. */
const OWN_SCRIPT = /^\/assets\/[\w.-]+\.js$/;

type ScriptPolicy = { readonly createScriptURL: (path: string) => string };

/**
 * Returns the address of a worker's script as `Worker` takes it under the console's policy
 * (`require-trusted-types-for 'script'`, `trusted-types city-mint`); throws for what is no script of the console.
 */
export function trustedScriptUrl(path: string): string {
  policy ??= createPolicy();
  return policy.createScriptURL(path);
}

let policy: ScriptPolicy | undefined;

function createPolicy(): ScriptPolicy {
  const rules = {
    createScriptURL(path: string) {
      if (!OWN_SCRIPT.test(path)) throw new TypeError(`${path} is no script of the console`);
      return path;
    },
  };
  const factory: unknown = Reflect.get(globalThis, 'trustedTypes');
  return isFactory(factory) ? factory.createPolicy('city-mint', rules) : rules;
}

function isFactory(value: unknown): value is { createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy } {
  return typeof value === 'object' && value !== null && 'createPolicy' in value;
}
