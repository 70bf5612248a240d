import type { SignedAction } from '@city-mint/api-contract/operator/action-signature';
import { useTranslations } from 'use-intl';

/** Fields that are set on signing. */
const SET_LAST = ['requestId', 'issuedAt', 'expiresAt'];

type SignedWordsProps = {
  readonly signed: SignedAction;
  /** False before the wallet asks: omit the fields that are set on signing. */
  readonly isComplete?: boolean;
};

/** The signed data, field by field as the wallet shows it; folded until the wallet asks, or until it is opened. */
export function SignedWords({ signed, isComplete = true }: SignedWordsProps) {
  const t = useTranslations('actions.sign');
  // In the order of the type, as wallets show it; the log's database orders fields differently.
  const names = (signed.types[signed.primaryType] ?? []).map(({ name }) => name);
  const shown = names.filter((name) => isComplete || !SET_LAST.includes(name));
  return (
    <section aria-label={t('words')}>
      <details className="rounded-sm border border-line" open={isComplete || undefined}>
        <summary className="cursor-pointer bg-sunken px-3 py-1.5 font-medium text-muted text-xs">
          {t('wordsOf', { type: signed.primaryType, chain: String(signed.domain.chainId) })}
        </summary>
        <dl className="border-line border-t px-3 py-1.5 font-mono text-2xs leading-relaxed" translate="no">
          {shown.map((name) => (
            <div key={name} className="grid grid-cols-[1.6rem_minmax(0,1fr)] gap-2">
              <dt className="truncate text-muted">{name}</dt>
              <dd className="whitespace-pre-wrap break-words">{[signed.message[name] ?? ''].flat().join('\n')}</dd>
            </div>
          ))}
        </dl>
        {!isComplete && <p className="border-line border-t px-3 py-1.5 text-muted text-xs">{t('setLast')}</p>}
      </details>
    </section>
  );
}
