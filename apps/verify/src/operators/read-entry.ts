import type { OperatorLogEntry } from '@city-mint/api-contract/operator-client/verify-log-entry';
import { fieldOf, textOf } from '../fields.ts';

type Signed = OperatorLogEntry['signed'];

/**
 * Returns an entry of the log of operators, by its fields that a signature covers, and its id; the figures before and
 * after are left out. Throws a TypeError that names the entry for another value.
 */
export function readLogEntry(item: unknown): OperatorLogEntry {
  const logId = textOf(item, 'logId');
  if (!/^\d{1,19}$/.test(logId)) throw new TypeError(`no id of an entry: ${logId}`);
  try {
    const proposed = fieldOf(item, 'proposed');
    return {
      ...{ logId, at: numberOf(item, 'at'), operator: textOf(item, 'operator'), action: textOf(item, 'action') },
      ...{ subject: textOf(item, 'subject'), reason: textOf(item, 'reason'), version: textOf(item, 'version') },
      ...{ proposedBy: textOrNull(item, 'proposedBy'), proposalId: textOrNull(item, 'proposalId') },
      ...{ before: null, after: null, signed: signedOf(item), signature: textOf(item, 'signature') },
      proposed: proposed === null ? null : proposedOf(proposed),
    };
  } catch (error) {
    throw new TypeError(`entry ${logId}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Returns the name of an entry in lines. */
export function entryInWords({ logId, action }: OperatorLogEntry): string {
  return `entry ${logId} (${action})`;
}

function proposedOf(value: unknown) {
  return { logId: textOf(value, 'logId'), signed: signedOf(value), signature: textOf(value, 'signature') };
}

function signedOf(value: unknown): Signed {
  const signed = fieldOf(value, 'signed');
  const domain = fieldOf(signed, 'domain');
  const vault = textOf(domain, 'verifyingContract');
  if (!isHexText(vault)) throw new TypeError('verifyingContract is no address');
  return {
    domain: {
      ...{ name: textOf(domain, 'name'), version: textOf(domain, 'version') },
      ...{ chainId: numberOf(domain, 'chainId'), verifyingContract: vault },
    },
    types: Object.fromEntries(fieldsOf(signed, 'types').map(([name, fields]) => [name, typesOf(fields)])),
    primaryType: textOf(signed, 'primaryType'),
    message: Object.fromEntries(fieldsOf(signed, 'message').map(([name, text]) => [name, textsOf(text, name)])),
  };
}

function typesOf(fields: unknown) {
  if (!Array.isArray(fields)) throw new TypeError('types has no list of fields');
  return fields.map((field: unknown) => ({ name: textOf(field, 'name'), type: textOf(field, 'type') }));
}

function textsOf(value: unknown, name: string): string | string[] {
  if (typeof value === 'string') return value;
  const isTexts = Array.isArray(value) && value.every((one: unknown) => typeof one === 'string');
  if (!isTexts) throw new TypeError(`${name} is no text`);
  return value;
}

function fieldsOf(value: unknown, name: string): [string, unknown][] {
  const field = fieldOf(value, name);
  if (typeof field !== 'object' || field === null) throw new TypeError(`${name} has no fields`);
  return Object.entries(field);
}

function numberOf(value: unknown, name: string): number {
  const field = fieldOf(value, name);
  if (typeof field !== 'number' || !Number.isSafeInteger(field)) throw new TypeError(`${name} is no whole number`);
  return field;
}

function textOrNull(value: unknown, name: string): string | null {
  return fieldOf(value, name) === null ? null : textOf(value, name);
}

function isHexText(text: string): text is `0x${string}` {
  return text.startsWith('0x');
}
