/** The server that accepts mails from this system. */
export type MailServer = {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; else by STARTTLS. */
  readonly isTls: boolean;
  /** Whether nothing is sent without TLS: to every server but those of this machine. */
  readonly requiresTls: boolean;
  readonly login: { readonly user: string; readonly pass: string } | undefined;
};

const LOCAL_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

/** Returns the server of a URL `smtp:` or `smtps:` with host, and optionally port, user and password. */
export function readMailServer(url: string): MailServer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isTls = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isTls ? 465 : 587) : Number(port),
    isTls,
    requiresTls: !LOCAL_HOST.test(hostname),
    login: username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
  };
}
