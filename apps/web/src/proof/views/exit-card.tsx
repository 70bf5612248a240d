import { downloadFile } from '@city-mint/client/download-file.ts';
import { Button } from '@city-mint/ui/button.tsx';
import { Card } from '@city-mint/ui/card.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { useTranslations } from 'use-intl';
import type { ExitOffer } from '../exit-query.ts';
import { blockOf, exitFile } from '../exit-statement.ts';

/** The way out without us in a few words, and the verified exit statement as a file. */
export function ExitCard({ verdict, statement }: ExitOffer) {
  const t = useTranslations('proof.exit');
  const block = statement === null ? null : blockOf(statement.trees);
  const how = () => [t('howWhat'), t('howWhen'), t('howRun'), t('howRefused'), t('howNewest'), t('howKeep')];
  return (
    <Card className="flex flex-col items-start gap-3">
      <p className="text-sm">{t('text')}</p>
      {statement !== null && (
        <>
          <Button kind="soft" onClick={() => downloadFile(exitFile(statement, how()))}>
            <Icon name="recharge" />
            {t('download')}
          </Button>
          <p className="text-xs text-muted figures">{block === null ? t('keyOnly') : t('asOf', { block })}</p>
        </>
      )}
      {verdict !== 'newest' && <p className="text-xs text-muted">{t(verdict)}</p>}
    </Card>
  );
}
