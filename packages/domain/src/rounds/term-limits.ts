/*
 * The limits of terms that texts and rules name too; apart from the terms, so that who names one does not fetch their
 * table.
 */

/** The highest mint fee that terms may name, in basis points of the principal: 10 %. */
export const MAXIMUM_MINT_FEE_BPS = 1_000;
/** The highest loss that terms may name, in basis points of the principal: 10 %. */
export const MAXIMUM_LOSS_BPS = 1_000;
/** The highest part of a window whose orders are `late`, in basis points of it: half. */
export const MAXIMUM_LATE_BPS = 5_000;
