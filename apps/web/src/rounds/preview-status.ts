import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { fillsRound, isSameAmount } from './join-limits.ts';

export type Preview = ReplyOf<'POST /api/app/preview'>;

/** What is known of a join before it is confirmed. */
export type PreviewStatus =
  /** There is no amount to preview. */
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | {
      readonly kind: 'ready';
      readonly preview: Preview;
      /** The figures are those of an earlier amount while the new ones are fetched. */
      readonly isStale: boolean;
      /** Only a part of the entered amount would be accepted. */
      readonly isPartial: boolean;
      /** The round would be full with this order, and could not fail. */
      readonly fillsRound: boolean;
    };

type PreviewStatusInput = {
  /** The entered amount, and the one that the query is for. */
  readonly amount: string;
  readonly previewedAmount: string;
  readonly isWanted: boolean;
  readonly isEnabled: boolean;
  readonly query: {
    readonly data: Preview | undefined;
    readonly isError: boolean;
    readonly isPending: boolean;
    readonly isPlaceholderData: boolean;
  };
  readonly round: { readonly quota: string; readonly filled: string };
};

/** Returns the status of the preview from the entered amount and the state of its query. */
export function previewStatus(input: PreviewStatusInput): PreviewStatus {
  const { amount, previewedAmount, query, round } = input;
  if (!input.isWanted) return { kind: 'none' };
  if (query.isError) return { kind: 'failed' };
  if (!input.isEnabled || query.data === undefined) return { kind: 'loading' };
  const preview = query.data;
  const isStale = previewedAmount !== amount || query.isPlaceholderData || query.isPending;
  return {
    kind: 'ready',
    preview,
    isStale,
    isPartial: !isStale && !isSameAmount(preview.accepted, amount),
    fillsRound: fillsRound(round, preview.accepted),
  };
}
