import { formatAmount } from '@city-mint/domain/money/amount-text';
import type { ChainDutyTexts, DutyFields } from '@city-mint/texts/chain-duty-texts';
import { formatTime } from '../output/format-reply.ts';
import { type Duty, ROLE_IDS, type TokenRule } from './duty.ts';
import type { Failure } from './simulate-call.ts';

/** Returns the effect of a duty in words. `rule` is the present one of the duty's token. */
export function effectOf(duty: Duty, rule: TokenRule | null, texts: ChainDutyTexts): string {
  return texts.effects[duty.kind](fieldsOf(duty, rule, texts));
}

/** Returns the consequence of a duty in words. */
export function consequenceOf(duty: Duty, texts: ChainDutyTexts): string {
  const own = texts.consequences[duty.kind];
  const [about = ''] = duty.kind === 'grant-role' || duty.kind === 'revoke-role' ? [texts.roles[duty.role]] : [];
  const isMade = duty.kind === 'announce-change' || duty.kind === 'approve-change';
  const ofChange = isMade && typeof duty.of !== 'string' ? consequenceOf(duty.of, texts) : '';
  return [own, about, ofChange].filter((part) => part !== '').join(texts.language === 'zh' ? '' : ' ');
}

function fieldsOf(duty: Duty, rule: TokenRule | null, texts: ChainDutyTexts): DutyFields {
  const of = 'of' in duty ? duty.of : null;
  return {
    account: 'account' in duty ? duty.account : '',
    role: 'role' in duty ? duty.role : '',
    id: 'id' in duty ? duty.id : '',
    rule: duty.kind === 'set-rule' && rule !== null ? ruleWords(duty, { ...rule, ...duty.rule }, texts) : '',
    amount: duty.kind === 'fund' ? fundWords(duty) : '',
    of: typeof of === 'string' ? texts.changeOf(of) : of === null ? '' : effectOf(of, rule, texts),
  };
}

function fundWords({ amount, purpose }: Duty & { kind: 'fund' }): string {
  return `${formatAmount(amount)} ${purpose === 'treasury' ? 'JU' : 'FMC'} (${purpose})`;
}

/** Returns a token's rule in words. */
export function ruleWords(
  { currency }: { readonly currency: 'JU' | 'FMC' },
  { listed, window, minDeposit, windowCap }: TokenRule,
  texts: ChainDutyTexts,
): string {
  return texts.rule({
    token: currency,
    listed,
    window: `${window} s`,
    minDeposit: formatAmount(minDeposit),
    windowCap: formatAmount(windowCap),
  });
}

/** Returns a time of the chain, in seconds, as commands write times. */
export function chainTime(seconds: bigint): string {
  return formatTime(Number(seconds) * 1_000);
}

const TIMED = ['ChangeNotReady', 'ChangeLapsed'];

/** Returns a failure in words, with the contract's name for it. */
export function failureWords({ name, args }: Failure, texts: ChainDutyTexts): string {
  const shown = args.map((arg) => {
    if (TIMED.includes(name) && typeof arg === 'bigint') return chainTime(arg);
    const role = Object.entries(ROLE_IDS).find(([, id]) => id === arg)?.[0];
    return role ?? String(arg);
  });
  const words = texts.failures[name]?.(shown) ?? texts.otherFailure;
  return `${words} (${name})`;
}
