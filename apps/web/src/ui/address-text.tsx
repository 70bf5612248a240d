import { shortAddress, shortHash } from '@city-mint/client/format.ts';
import { Icon } from '@city-mint/ui/icon.tsx';
import { useTranslations } from 'use-intl';
import { copyText } from './copy-text.ts';

type AddressTextProps = {
  readonly address: string;
  /** Shows the whole address, where the user confirms something by it. */
  readonly whole?: boolean;
  readonly className?: string;
};

const ADDRESS_LENGTH = 42;

/** An address with its first 6 and last 4 characters, or a hash with its first and last 8; a tap copies the whole. */
export function AddressText({ address, whole = false, className = '' }: AddressTextProps) {
  const t = useTranslations('ui');
  const shown = whole ? address : address.length > ADDRESS_LENGTH ? shortHash(address) : shortAddress(address);
  // Its accessible name is the visible text, so that voice control finds it; the whole text is its description.
  return (
    <button
      type="button"
      onClick={() => void copyText(address)}
      aria-label={t('copyAddress', { address: shown })}
      title={whole ? undefined : address}
      className={`tap inline-flex max-w-full items-center gap-1.5 rounded-md text-left active:opacity-70 ${whole ? '' : '-my-2.5'} ${className}`}
    >
      <span data-whole={address} className={`min-w-0 font-mono ${whole ? 'break-all' : ''}`}>
        {shown}
      </span>
      <Icon name="copy" className="opacity-70 print:hidden" />
    </button>
  );
}
