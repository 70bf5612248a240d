/** A script tag as the build writes it: with a source of the same origin, and empty. */
const BUILT_SCRIPT = /<script(?: type="module"| fetchpriority="low"| crossorigin)* src="(\/[^"]+)"><\/script>/g;
/** Code may come from files of the page's own origin and from nowhere else: no handler in an attribute runs. */
const OWN_SCRIPTS = /(?:^|;)\s*script-src 'self'\s*(?:;|$)/;

type Served = {
  /** The header Content-Security-Policy of the document. */
  readonly policy: string;
  /** Paths of the release's files. */
  readonly files: ReadonlySet<string>;
};

/**
 * Returns what in a document could run other code than the release's files, in words; undefined if nothing can. Any tag
 * that is not written as the build writes it counts as other code, so no parser of HTML is needed.
 */
export function findForeignScript(html: string, { policy, files }: Served): string | undefined {
  if (!OWN_SCRIPTS.test(policy)) return `its policy admits other scripts: ${policy || 'none'}`;
  const built = [...html.matchAll(BUILT_SCRIPT)].map(([, path = '']) => path);
  const foreign = built.find((path) => !files.has(path));
  if (foreign !== undefined) return `the script ${foreign} is not in the release`;
  if ((html.match(/<script/gi) ?? []).length !== built.length) return 'it has a script that the build does not write';
  return /<base/i.test(html) ? 'it names another origin for its files' : undefined;
}
