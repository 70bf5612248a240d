import { GroupedAddress } from '@city-mint/ui/grouped-address.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useTranslations } from 'use-intl';
import type { KnownAddress } from '../resemblance.ts';

type ResemblanceNoticeProps = {
  /** The entered address. */
  readonly address: string;
  /** The known address that it resembles. */
  readonly known: KnownAddress;
};

/** Warns about an address that resembles a known one, with the digits of both that differ. */
export function ResemblanceNotice({ address, known }: ResemblanceNoticeProps) {
  const t = useTranslations('recipients');
  return (
    <div role="alert">
      <Notice kind="danger">
        <p>{t('resembles')}</p>
        <dl className="mt-2 flex flex-col gap-1.5 text-ink">
          <div>
            <dt className="text-xs">{t('entered')}</dt>
            <dd>
              <GroupedAddress address={address} against={known.address} />
            </dd>
          </div>
          <div>
            <dt className="text-xs wrap-anywhere">{known.label}</dt>
            <dd>
              <GroupedAddress address={known.address} against={address} />
            </dd>
          </div>
        </dl>
      </Notice>
    </div>
  );
}
