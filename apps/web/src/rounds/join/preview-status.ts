import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { RefusalError } from '@city-mint/client/refusal-error.ts';
import type { RoundState } from '@city-mint/domain/rounds/round-state';
import { fillsRound } from './join-limits.ts';

export type Preview = ReplyOf<'POST /api/app/preview'>;

/** The preview of a join before the user confirms it. */
export type PreviewStatus =
  /** There is no amount to preview. */
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  /** `text`: the server's text of a refusal; null without a reply. */
  | { readonly kind: 'failed'; readonly text: string | null }
  /** The round accepts no joins now. */
  | { readonly kind: 'closed' }
  | {
      readonly kind: 'ready';
      readonly preview: Preview;
      /** The figures are those of an earlier amount while the new ones are fetched. */
      readonly isStale: boolean;
      /** The order would fill the round, so it could not fail. */
      readonly fillsRound: boolean;
    };

type PreviewStatusInput = {
  /** The amount of the join, and the one that the query is for. */
  readonly amount: string;
  readonly previewedAmount: string;
  readonly isWanted: boolean;
  readonly isEnabled: boolean;
  readonly query: {
    readonly data: Preview | undefined;
    readonly error: unknown;
    readonly isPending: boolean;
    readonly isPlaceholderData: boolean;
  };
  readonly round: { readonly state: RoundState; readonly quota: string; readonly filled: string };
};

/** Returns the status of the preview from the entered amount and the state of its query. */
export function previewStatus(input: PreviewStatusInput): PreviewStatus {
  const { amount, previewedAmount, query, round } = input;
  if (round.state !== 'open') return { kind: 'closed' };
  if (!input.isWanted) return { kind: 'none' };
  if (query.error !== null) return { kind: 'failed', text: refusalText(query.error) };
  if (!input.isEnabled || query.data === undefined) return { kind: 'loading' };
  const preview = query.data;
  const isStale = previewedAmount !== amount || query.isPlaceholderData || query.isPending;
  return {
    kind: 'ready',
    preview,
    isStale,
    fillsRound: fillsRound(round, preview.accepted),
  };
}

function refusalText(error: unknown): string | null {
  return error instanceof RefusalError && error.message !== '' ? error.message : null;
}
