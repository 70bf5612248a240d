import type { AutoMintSettings } from './decide-auto-mint.ts';

/** The current settings; `version` counts their changes, 0 before the first. */
export type AutoMintState = AutoMintSettings & { readonly version: number };

/** The requested settings; omitted ones stay. `version`: the one that the user saw, omitted = the current one. */
export type AutoMintChange = { readonly enabled: boolean } & {
  readonly [Field in 'keep' | 'perRoundMaximum' | 'stopAfterLosses' | 'parallelRounds' | 'version']?:
    | AutoMintState[Field]
    | undefined;
};

/** Why a change is refused, in checking order. */
export const AUTO_MINT_REFUSALS = ['region-not-allowed', 'consent-required', 'stale', 'confirmation-required'] as const;
export type AutoMintRefusal = (typeof AUTO_MINT_REFUSALS)[number];

export type AutoMintChangeDecision =
  | { readonly kind: 'changed'; readonly settings: AutoMintSettings; readonly turned: 'on' | 'off' | 'neither' }
  /** Everything is set like that already, as after a repeat of the same request. */
  | { readonly kind: 'unchanged' }
  /** Without a maximum per round they need the signature of the user's wallet. */
  | { readonly kind: 'unconfirmed'; readonly settings: AutoMintSettings }
  | { readonly kind: 'refused'; readonly refusal: Exclude<AutoMintRefusal, 'confirmation-required'> };

/**
 * The result of a request to change auto-mint. A request made for older settings is stale, so that requests which
 * arrive in the wrong order end in the user's last choice. A change that permits more without a maximum per round needs
 * `isConfirmed`: the user's wallet signed exactly these settings. docs/money-rules.md#4-join.
 */
export function changeAutoMint(
  current: AutoMintState,
  { version, ...asked }: AutoMintChange,
  {
    consented,
    isBarred = false,
    isConfirmed = false,
  }: { readonly consented: boolean; readonly isBarred?: boolean; readonly isConfirmed?: boolean },
): AutoMintChangeDecision {
  if (asked.enabled && isBarred) return { kind: 'refused', refusal: 'region-not-allowed' };
  if (asked.enabled && !consented) return { kind: 'refused', refusal: 'consent-required' };
  const settings: AutoMintSettings = {
    enabled: asked.enabled,
    keep: asked.keep ?? current.keep,
    perRoundMaximum: asked.perRoundMaximum ?? current.perRoundMaximum,
    stopAfterLosses: asked.stopAfterLosses ?? current.stopAfterLosses,
    parallelRounds: asked.parallelRounds ?? current.parallelRounds,
  };
  // A request that was made for the current version counts as a change also when it asks for the same: any request
  // sent before it is stale then.
  if (version !== current.version && isSame(settings, current)) return { kind: 'unchanged' };
  if (version !== undefined && version !== current.version) return { kind: 'refused', refusal: 'stale' };
  if (!isConfirmed && permitsMore(settings, current)) return { kind: 'unconfirmed', settings };
  if (settings.enabled === current.enabled) return { kind: 'changed', settings, turned: 'neither' };
  return { kind: 'changed', settings, turned: settings.enabled ? 'on' : 'off' };
}

function isSame(a: AutoMintSettings, b: AutoMintSettings): boolean {
  return (
    a.enabled === b.enabled &&
    a.keep === b.keep &&
    a.perRoundMaximum === b.perRoundMaximum &&
    a.stopAfterLosses === b.stopAfterLosses &&
    a.parallelRounds === b.parallelRounds
  );
}

/** Whether auto-mint without a maximum per round could join with more than it could before. */
function permitsMore(settings: AutoMintSettings, current: AutoMintSettings): boolean {
  if (!settings.enabled || settings.perRoundMaximum > 0n) return false;
  if (!current.enabled || current.perRoundMaximum > 0n) return true;
  const limitOf = (count: number) => (count === 0 ? Infinity : count);
  return (
    settings.keep < current.keep ||
    limitOf(settings.stopAfterLosses) > limitOf(current.stopAfterLosses) ||
    limitOf(settings.parallelRounds) > limitOf(current.parallelRounds)
  );
}
