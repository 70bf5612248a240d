import { Icon } from '@city-mint/ui/icon.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { Amount } from '#ui/amount.tsx';
import type { CheckedProof, ContractVerdict } from '../check-my-proof.ts';
import type { OwnVerdict } from '../judge-own.ts';

type Check = CheckedProof & { readonly contract: ContractVerdict; readonly own: OwnVerdict; readonly madeAt: number };
type MyChecksProps = {
  readonly checks: readonly Check[];
  /** How many nodes of the chain stated the contract's roots. */
  readonly nodes: number;
};

type Result = 'included' | 'nothing' | 'pending' | 'unread' | 'ownUnread' | 'broken';

/** Of each result, its colours and icon. */
const LOOKS = {
  included: { colours: 'bg-success-soft text-success', icon: 'check' },
  nothing: { colours: 'bg-sunken text-muted', icon: 'empty' },
  pending: { colours: 'bg-sunken text-muted', icon: 'clock' },
  unread: { colours: 'bg-sunken text-muted', icon: 'clock' },
  ownUnread: { colours: 'bg-sunken text-muted', icon: 'clock' },
  broken: { colours: 'bg-danger-soft text-danger', icon: 'alert' },
} as const satisfies Record<Result, unknown>;

/**
 * The results of the check on this device, by currency: of the leaves up to a root, of the root on the chain, and of
 * the account's own balance then.
 */
export function MyChecks({ checks, nodes }: MyChecksProps) {
  const t = useTranslations('proof.check');
  const leaves = checks.some(({ fault }) => fault !== null && fault !== 'none');
  const roots = checks.filter(({ fault }) => fault === null);
  const owns = new Set(checks.map(({ own }) => own));
  // Beside a proof that is broken nothing else is said to agree.
  const isBroken = checks.some((check) => resultOf(check) === 'broken');
  const isOwn = !isBroken && checks.every(({ own }) => own === 'agrees' || own === 'in-part');
  const time = formatTime(Math.min(...checks.map(({ madeAt }) => madeAt)));
  return (
    <div className="flex flex-col gap-3 rounded-xl bg-surface p-4 shadow-card">
      <ul className="flex flex-col gap-3">
        {checks.map((check) => {
          const result = resultOf(check);
          const { colours, icon } = LOOKS[result];
          return (
            <li key={check.currency} className="flex items-center gap-3">
              <span className={`inline-flex size-9 shrink-0 items-center justify-center rounded-full ${colours}`}>
                <Icon name={icon} />
              </span>
              <span className="min-w-0 flex-1 text-sm">{t(result)}</span>
              {check.fault === null && result !== 'broken' && (
                <Amount value={check.counted} unit={check.currency} className="text-base font-semibold" />
              )}
            </li>
          );
        })}
      </ul>
      <p className="text-xs text-muted">
        {t('how')} {nodes > 0 && t('asked', { nodes })} {isOwn && t('own', { time })}{' '}
        {isOwn && owns.has('in-part') && t('inPart')} {owns.has('paying') && t('paying')}{' '}
        {owns.has('moved') && t('moved')}
      </p>
      {leaves && <Notice kind="danger">{t('brokenText')}</Notice>}
      {owns.has('differs') && <Notice kind="danger">{t('ownText')}</Notice>}
      {roots.some(({ contract }) => contract === 'differs') && <Notice kind="danger">{t('differsText')}</Notice>}
      {roots.some(({ contract }) => contract === 'nodes-differ') && <Notice kind="danger">{t('nodesText')}</Notice>}
    </div>
  );
}

const OF_CONTRACT = {
  ...{ agrees: 'included', pending: 'pending', unread: 'unread' },
  ...{ differs: 'broken', 'nodes-differ': 'broken' },
} as const satisfies Record<ContractVerdict, Result>;

function resultOf({ fault, contract, own }: Check): Result {
  const ofRoot = fault === 'none' ? 'nothing' : OF_CONTRACT[contract];
  const isWrong = fault !== null && fault !== 'none';
  if (isWrong || ofRoot === 'broken' || own === 'differs') return 'broken';
  return own === 'unread' ? 'ownUnread' : ofRoot;
}
