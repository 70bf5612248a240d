import { Button } from '@city-mint/ui/button.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { useTranslations } from 'use-intl';
import { copyText } from '#ui/copy-text.ts';
import { QrCode } from '#ui/qr-code.tsx';
import { canShare, shareText } from '#ui/share-text.ts';
import { Sheet } from '#ui/sheet.tsx';
import { inviterCode } from '../inviter-code.ts';
import { inviterLink } from '../inviter-link.ts';

export type InviteSheetProps = {
  readonly open: boolean;
  readonly address: `0x${string}`;
  readonly onClose: () => void;
};

/** The inviter link as a QR code, with buttons to share it through the device, or to copy it. */
export function InviteSheet({ open, address, onClose }: InviteSheetProps) {
  const t = useTranslations('team.inviteSheet');
  const link = inviterLink(location.origin, inviterCode(address));
  const isShared = canShare();
  return (
    <Sheet
      open={open}
      isInUrl
      onClose={onClose}
      title={t('title')}
      description={t('text')}
      footer={
        <div className="flex gap-3">
          <Button kind={isShared ? 'soft' : 'primary'} className="flex-1" onClick={() => void copyText(link)}>
            {t('copy')}
          </Button>
          {isShared && (
            <Button className="flex-1" onClick={() => void shareText({ text: t('shareText'), url: link })}>
              <Icon name="external" />
              {t('share')}
            </Button>
          )}
        </div>
      }
    >
      <div className="flex flex-col items-center gap-4 pt-2">
        <div className="rounded-2xl border border-line bg-white p-2">
          <QrCode text={link} label={t('qr')} className="size-52" />
        </div>
        <div className="w-full rounded-lg bg-sunken px-4 py-3">
          <p className="text-xs text-muted">{t('link')}</p>
          <p className="mt-0.5 break-all font-mono text-sm" translate="no">
            {link}
          </p>
        </div>
      </div>
    </Sheet>
  );
}
