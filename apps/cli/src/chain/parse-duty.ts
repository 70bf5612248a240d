import { readAddress } from '@city-mint/api-contract/read-address';
import type { FundingPurpose } from '@city-mint/chain-contract/deploy';
import { NATIVE_TOKEN } from '@city-mint/chain-contract/voucher';
import { parseAmount } from '@city-mint/domain/money/amount-text';
import type { ChainDutyTexts } from '@city-mint/texts/chain-duty-texts';
import { type Address, type Hex, zeroAddress } from 'viem';
import { usageError } from '../exit-codes.ts';
import { type Duty, type DutyKind, isAnnounced, type PlainDuty, ROLE_NAMES, type TokenRule } from './duty.ts';
import { DUTIES, isDutyKind, nearestDuties } from './duty-list.ts';

/** The input of a duty beside its name. */
export type DutyInput = {
  readonly args: readonly string[];
  /** Of `set-rule`: amounts as they were typed, the window in milliseconds. */
  readonly rule: {
    readonly listed?: boolean | undefined;
    readonly window?: number | undefined;
    readonly minDeposit?: string | undefined;
    readonly windowCap?: string | undefined;
  };
  readonly fmc: Address | null;
  readonly texts: ChainDutyTexts;
};

/** Returns a duty by its name and arguments. Throws a usage error for any that is missing or malformed. */
export function parseDuty(kind: DutyKind, input: DutyInput): Duty {
  switch (kind) {
    case 'announce-change': {
      const of = parseOf(input);
      if (!isAnnounced(of)) throw usageError(input.texts.notAnnounced(of.kind));
      return { kind, of };
    }
    case 'approve-change':
    case 'veto-change':
    case 'withdraw-change': {
      const [first = ''] = input.args;
      return { kind, of: isDutyKind(first) ? parseOf(input) : parseId(input, 0) };
    }
    default:
      return parsePlain(kind, input);
  }
}

function parseOf({ args: [name = '', ...args], ...rest }: DutyInput): PlainDuty {
  if (!isDutyKind(name)) throw usageError(rest.texts.unknownDuty(name, nearestDuties(name)));
  const duty = parseDuty(name, { args, ...rest });
  if ('of' in duty || !isAnnounced(duty)) throw usageError(rest.texts.notAnnounced(name));
  return duty;
}

function parsePlain(kind: PlainDuty['kind'], input: DutyInput): PlainDuty {
  const { args, texts } = input;
  const usage = DUTIES[kind].args;
  if (args.length !== usage.length) throw usageError(texts.badCount(kind, usage.join(' ')));
  switch (kind) {
    case 'set-signer':
    case 'set-auditor':
      return { kind, account: parseAccount(input, 0) };
    case 'cancel-voucher':
      return { kind, id: parseId(input, 0) };
    case 'grant-role':
    case 'revoke-role':
      return { kind, role: parseChoice(input, 0, ROLE_NAMES), account: parseAccount(input, 1) };
    case 'set-rule': {
      const currency = parseChoice(input, 0, ['JU', 'FMC'] as const);
      return { kind, currency, token: tokenOf(currency, input), rule: parseRule(input) };
    }
    case 'fund': {
      const purposes: readonly FundingPurpose[] = ['treasury', 'emission'];
      const purpose = parseChoice(input, 1, purposes);
      const token = tokenOf(purpose === 'treasury' ? 'JU' : 'FMC', input);
      return { kind, amount: parseUnits(args[0], texts), purpose, token };
    }
    default:
      return { kind };
  }
}

/** The ledger books JU for the treasury, and FMC for the emission. */
function tokenOf(currency: 'JU' | 'FMC', { fmc, texts }: DutyInput): Address {
  if (currency === 'JU') return NATIVE_TOKEN;
  if (fmc === null) throw usageError(texts.fmcMissing);
  return fmc;
}

function parseRule({ rule: { listed, window, minDeposit, windowCap }, texts }: DutyInput): Partial<TokenRule> {
  if (window !== undefined && window % 1_000 !== 0) throw usageError(texts.badWindow);
  const rule = {
    ...(listed !== undefined && { listed }),
    ...(window !== undefined && { window: BigInt(window / 1_000) }),
    ...(minDeposit !== undefined && { minDeposit: parseUnits(minDeposit, texts) }),
    ...(windowCap !== undefined && { windowCap: parseUnits(windowCap, texts) }),
  };
  if (Object.keys(rule).length === 0) throw usageError(texts.emptyRule);
  return rule;
}

/** Rules have amounts of 128 bits; no larger amount exists. */
const MOST_UNITS = 2n ** 128n;

function parseUnits(text: string | undefined, texts: ChainDutyTexts): bigint {
  const parsed = parseAmount(text);
  if (!parsed.ok || parsed.amount === 0n || parsed.amount >= MOST_UNITS) throw usageError(texts.badAmount(text ?? ''));
  return parsed.amount;
}

function parseAccount({ args, texts }: DutyInput, index: number): Address {
  const account = parseAddress(args[index] ?? '', texts);
  if (account === zeroAddress) throw usageError(texts.zeroAddress);
  return account;
}

/** Returns an address in its EIP-55 form. Throws a usage error for another text, or a wrong checksum. */
export function parseAddress(text: string, texts: ChainDutyTexts): Address {
  const read = readAddress(text);
  if ('address' in read) return read.address;
  throw usageError(read.problem === 'address-checksum' ? texts.badChecksum(text) : texts.badAddress(text));
}

function parseId({ args, texts }: DutyInput, index: number): Hex {
  const text = args[index] ?? '';
  if (args.length !== 1 || !/^0x[0-9a-f]{64}$/i.test(text)) throw usageError(texts.badId(args.join(' ')));
  return `0x${text.slice(2).toLowerCase()}`;
}

function parseChoice<Choice extends string>(
  { args, texts }: DutyInput,
  index: number,
  choices: readonly Choice[],
): Choice {
  const found = choices.find((choice) => choice === args[index]);
  if (found === undefined) throw usageError(texts.badChoice(args[index] ?? '', choices.join(', ')));
  return found;
}
