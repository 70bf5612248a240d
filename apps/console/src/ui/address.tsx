import { shortAddress } from '@city-mint/client/format.ts';
import { CopyButton } from './copy-button.tsx';

type AddressProps = {
  /** EIP-55. */
  readonly address: string;
  /** The whole address: wherever something is decided by it. */
  readonly whole?: boolean;
};

/** An address, with the whole of it to copy. */
export function Address({ address, whole = false }: AddressProps) {
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap font-mono" translate="no">
      <span title={address} className={whole ? 'break-all whitespace-normal' : ''}>
        {whole ? address : shortAddress(address)}
      </span>
      <CopyButton text={address} />
    </span>
  );
}
