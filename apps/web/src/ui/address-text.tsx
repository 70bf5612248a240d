import { useTranslations } from 'use-intl';
import { shortAddress } from '#platform/format.ts';
import { copyText } from './copy-text.ts';
import { Icon } from './icon.tsx';

type AddressTextProps = {
  readonly address: string;
  /** Show the whole address, where the user confirms something by it. */
  readonly whole?: boolean;
  readonly className?: string;
};

/** An address or hash, shortened to the first 6 and last 4 characters; a tap copies all of it. */
export function AddressText({ address, whole = false, className = '' }: AddressTextProps) {
  const t = useTranslations('ui');
  return (
    <button
      type="button"
      onClick={() => void copyText(address)}
      aria-label={t('copyAddress', { address })}
      className={`tap inline-flex max-w-full items-center gap-1.5 rounded-md text-left active:opacity-70 ${whole ? '' : '-my-2.5'} ${className}`}
    >
      <span className={`min-w-0 font-mono ${whole ? 'break-all' : 'truncate'}`}>
        {whole ? address : shortAddress(address)}
      </span>
      <Icon name="copy" className="opacity-70" />
    </button>
  );
}
