import { buttonClass } from '@city-mint/ui/button.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import type { ActionOutcome } from './action-outcome.ts';
import { closeAction } from './action-store.ts';

/** What became of an action: applied with its entry in the log, or a proposal with the link for the second person. */
export function ActionDone({ outcome }: { readonly outcome: ActionOutcome }) {
  const t = useTranslations('actions.done');
  const { state, logId, proposalId, expiresAt } = outcome;
  const isProposed = state === 'proposed' && proposalId !== null;
  return (
    <div className="flex flex-col gap-4" role="status">
      <Notice kind={isProposed ? 'pending' : 'success'}>
        <p className="font-semibold">{t(isProposed ? 'proposed' : 'applied')}</p>
        {isProposed && expiresAt !== null && <p>{t('until', { time: formatTime(expiresAt) })}</p>}
      </Notice>
      {isProposed && <ProposalLink proposalId={proposalId} />}
      <Link
        to="/log"
        search={{ entry: logId }}
        className={`${buttonClass('soft', 'small')} self-start`}
        onClick={closeAction}
      >
        {t('log', { number: logId })}
      </Link>
    </div>
  );
}

function ProposalLink({ proposalId }: { readonly proposalId: string }) {
  const t = useTranslations('actions.done');
  const [isCopied, setIsCopied] = useState(false);
  const url = `${location.origin}/proposals/${proposalId}`;
  const copy = async () => {
    await navigator.clipboard.writeText(url).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    );
  };
  return (
    <div className="flex flex-col gap-2 rounded-sm border border-line bg-surface p-3">
      <p className="text-sm">{t('share')}</p>
      <div className="flex flex-wrap items-center gap-2">
        <Link
          to="/proposals/$proposalId"
          params={{ proposalId }}
          className="min-w-0 break-all font-mono text-accent-ink text-sm underline"
          onClick={closeAction}
        >
          {url}
        </Link>
        <button type="button" className={buttonClass('soft', 'small')} onClick={() => void copy()}>
          {t(isCopied ? 'copied' : 'copy')}
        </button>
      </div>
    </div>
  );
}
