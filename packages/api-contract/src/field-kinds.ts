import { z } from 'zod';
import {
  accountSignatureInput,
  addressInput,
  amountInput,
  country,
  durationInput,
  exchangeUid,
  hash,
  id,
  language,
  linkInput,
  regionName,
  time,
  timeInput,
  wholeNumber,
} from './wire.ts';

/** The meaning of a field, where its type does not say it. */
export type FieldKind =
  | 'amount'
  | 'address'
  | 'hash'
  | 'id'
  | 'uid'
  | 'region'
  | 'time'
  | 'duration'
  | 'whole-number'
  | 'link'
  | 'language';

/**
 * The kinds of the fields of wire.ts, so that a form or a command derived from a request asks for each in its own way.
 */
export const FIELD_KINDS = z
  .registry<{ readonly kind: FieldKind }>()
  .add(amountInput, { kind: 'amount' })
  .add(addressInput, { kind: 'address' })
  .add(hash, { kind: 'hash' })
  .add(accountSignatureInput, { kind: 'hash' })
  .add(id, { kind: 'id' })
  .add(exchangeUid, { kind: 'uid' })
  .add(country, { kind: 'region' })
  .add(regionName, { kind: 'region' })
  .add(timeInput, { kind: 'time' })
  .add(time, { kind: 'time' })
  .add(durationInput, { kind: 'duration' })
  .add(wholeNumber, { kind: 'whole-number' })
  .add(linkInput, { kind: 'link' })
  .add(language, { kind: 'language' });
