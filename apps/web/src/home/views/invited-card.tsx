import { shortAddress } from '@city-mint/client/format.ts';
import { Icon } from '@city-mint/ui/icon.tsx';
import { useTranslations } from 'use-intl';
import { Link } from '#platform/router/router.tsx';
import { useSessionStore } from '#platform/session-store.ts';
import { useInviter } from '#team/inviter-code.ts';

/** Says that an inviter's link opened the page; nothing once an inviter is bound. */
export function InvitedCard() {
  const t = useTranslations('team');
  const text = useInviter();
  const superior = useSessionStore(({ session }) => session?.user.superior ?? null);
  if (text === null || superior !== null) return null;
  return (
    <Link
      to="/team"
      search={{ sheet: 'bind' }}
      className="flex items-center gap-3 rounded-xl bg-accent-soft px-4 py-3 text-accent-ink active:opacity-80"
    >
      <Icon name="team" className="text-lg" />
      <span className="min-w-0 flex-1">
        <span className="block text-sm font-semibold wrap-anywhere">
          {t('invited', { address: shortAddress(text) })}
        </span>
        <span className="block text-xs">{t('invitedText')}</span>
      </span>
      <Icon name="next" className="text-xs" />
    </Link>
  );
}
