import { Button, buttonClass } from '@city-mint/ui/button.tsx';
import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';

/** The address names no page. */
export function NotFound() {
  const t = useTranslations('shell.notFound');
  return (
    <EmptyState
      isPage
      title={t('title')}
      text={t('text')}
      action={
        <Link to="/" className={buttonClass('soft', 'small')}>
          {t('back')}
        </Link>
      }
    />
  );
}

/** A page that cannot be shown; the others can. */
export function Crashed({ reset }: ErrorComponentProps) {
  const t = useTranslations('shell.crashed');
  const again = (
    <Button kind="soft" size="small" onClick={reset}>
      {t('again')}
    </Button>
  );
  return <EmptyState isPage icon="alert" title={t('title')} text={t('text')} action={again} />;
}
