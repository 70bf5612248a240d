import type { Logger } from 'pino';

/**
 * `disagrees`: its answer differs from the majority's, and it is excluded; `behind`: it does not have the finalised
 * block yet; `silent`: it did not answer in time; `unclear`: its answer does not say which block is final.
 */
export type NodeState = 'agrees' | 'behind' | 'silent' | 'unclear' | 'disagrees';

/** A finding about a node; `what` names the call, never with a URL. */
export type NodeFinding = {
  readonly name: string;
  readonly state: Exclude<NodeState, 'agrees'>;
  readonly what: string;
};

export type OnFinding = (finding: NodeFinding) => void;

export type NodeStatus = { readonly name: string; readonly state: NodeState; readonly what: string | null };

export type NodeWatch = {
  readonly found: OnFinding;
  /** A node does not report finality; its blocks are final after this number of confirmations. Logged once a node. */
  readonly countsConfirmations?: (name: string, confirmations: number) => void;
  /** Returns the state of each node, in the order of the configuration. */
  readonly list: () => NodeStatus[];
};

/** How long a finding is shown after its last occurrence, and how often a recurring one is logged. */
const SHOWN_MS: Readonly<Record<NodeFinding['state'], number>> = {
  disagrees: 60_000,
  unclear: 60_000,
  behind: 10_000,
  silent: 10_000,
};
const LOG_AGAIN_MS = 300_000;
const SEVERITY: readonly NodeState[] = ['agrees', 'silent', 'behind', 'unclear', 'disagrees'];

/**
 * Returns a watch over nodes by their names. A node that disagrees with the majority is logged at level fatal: it may
 * be lying, and with one more such node nothing could be read.
 */
export function createNodeWatch(settings: {
  readonly names: readonly string[];
  readonly log: Logger;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}): NodeWatch {
  const { names, log, now = () => performance.now() } = settings;
  const findings = new Map<string, { readonly finding: NodeFinding; readonly atMs: number }>();
  const loggedAtMs = new Map<string, number>();
  const countingNames = new Set<string>();
  const current = (name: string): NodeFinding | undefined => {
    const latest = findings.get(name);
    if (latest === undefined) return undefined;
    return now() - latest.atMs < SHOWN_MS[latest.finding.state] ? latest.finding : undefined;
  };
  return {
    found(finding) {
      const { name, state, what } = finding;
      const shown = current(name);
      if (shown !== undefined && SEVERITY.indexOf(shown.state) > SEVERITY.indexOf(state)) return;
      findings.set(name, { finding, atMs: now() });
      const key = `${name} ${state}`;
      const loggedMs = loggedAtMs.get(key);
      if (loggedMs !== undefined && now() - loggedMs < LOG_AGAIN_MS) return;
      loggedAtMs.set(key, now());
      if (state === 'disagrees') log.fatal({ node: name, what }, 'a node disagrees with the majority and is left out');
      else if (state === 'unclear') log.error({ node: name, what }, 'a node is left out: its finality is unclear');
      else log.warn({ node: name, state, what }, 'a node is left out');
    },
    countsConfirmations(name, confirmations) {
      if (countingNames.has(name)) return;
      countingNames.add(name);
      log.warn({ node: name, confirmations }, 'a node does not report finality: confirmations are counted');
    },
    list: () =>
      names.map((name) => {
        const shown = current(name);
        return { name, state: shown?.state ?? 'agrees', what: shown?.what ?? null };
      }),
  };
}
