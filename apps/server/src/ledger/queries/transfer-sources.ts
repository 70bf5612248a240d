import type { RawBuilder } from 'kysely';

/** Whose transfers are looked for; those of before `since` may be left out where that is cheap. */
export type SourcesWanted = { readonly userId: bigint; readonly since: Date };

/**
 * What may have caused a user's transfers, as a SELECT of (kind int, cause bigint, reference text, failed boolean): the kind's code, the row, what
 * to call it to the user, and whether its round failed. What turns out to have moved nothing of his does no harm; what is left out does.
 */
export type TransferSources = RawBuilder<unknown>;
