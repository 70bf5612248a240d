import type { Plugin } from 'vite';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Adds the file with which WalletConnect verifies the page's domain: the code that it issues for the project,
 * VITE_WC_VERIFICATION. Throws for a code without a project id. A build without a code has no file.
 */
export function walletConnectProof(environment: Environment): Plugin {
  const source = proofFrom(environment);
  return {
    name: 'wallet-connect-proof',
    apply: 'build',
    generateBundle() {
      if (source !== null) this.emitFile({ type: 'asset', fileName: '.well-known/walletconnect.txt', source });
    },
  };
}

/** Returns the content of the file, or null for none. */
export function proofFrom(environment: Environment): string | null {
  const code = environment['VITE_WC_VERIFICATION']?.trim() ?? '';
  if (code === '') return null;
  if ((environment['VITE_WC_PROJECT_ID'] ?? '') === '') throw new Error('VITE_WC_VERIFICATION without a project id');
  if (!/^[\w=.-]{8,200}$/.test(code)) throw new Error('VITE_WC_VERIFICATION is no verification code');
  return `${code}\n`;
}
