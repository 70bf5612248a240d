import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Notice } from '@city-mint/ui/notice.tsx';
import { SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { buildSettings } from '#platform/build-settings.ts';
import { translate } from '#platform/i18n/translate.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { configQuery } from '../assets-queries.ts';
import { type ContractsCheck, checkContracts } from './check-contracts.ts';

type Config = ReplyOf<'GET /api/app/config'>;
export type TrustedContracts = Extract<ContractsCheck, { readonly kind: 'trusted' }>;

/** Returns whether this build sends money to the contracts that the server names. */
export function checkConfig(config: Config): ContractsCheck {
  return checkContracts(config, buildSettings);
}

/** Returns the text for a server on another chain or with other contracts than the build. */
export function contractsProblemText(problem: Exclude<ContractsCheck, TrustedContracts>): string {
  if (problem.kind === 'other-chain') return translate('assets.otherChain', { chainId: String(problem.chainId) });
  const { contract, address } = problem;
  return translate('assets.otherContract', { contract: translate(`assets.contracts.${contract}`), address });
}

type ContractsGateProps = { readonly children: (contracts: TrustedContracts, config: Config) => ReactNode };

/**
 * Renders its children, which move money, only if the server's contracts are those of the build; else the difference.
 */
export function ContractsGate({ children }: ContractsGateProps) {
  const config = useQuery(configQuery);
  if (config.isPending) return <SkeletonRows rows={3} />;
  if (config.data === undefined) return <ErrorState error={config.error} onRetry={() => void config.refetch()} />;
  const check = checkConfig(config.data);
  if (check.kind === 'trusted') return children(check, config.data);
  return (
    <div role="alert" className="wrap-anywhere">
      <Notice kind="danger">{contractsProblemText(check)}</Notice>
    </div>
  );
}
