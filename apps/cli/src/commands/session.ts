import { operatorEndpoints } from '@city-mint/api-contract/operator/endpoints';
import { time } from '@city-mint/api-contract/wire';
import type { Command } from 'commander';
import { z } from 'zod';
import { missingSetting } from '../options/settings.ts';
import { formatReply, formatTime } from '../output/format-reply.ts';
import { refusedError } from '../output/refused-error.ts';
import { openAccount } from '../session/open-account.ts';
import { createOpsClient, openSession } from '../session/open-session.ts';
import { signIn } from '../session/sign-in.ts';
import { deleteSession, listSessions, storeSession } from '../session/stored-sessions.ts';
import { type Result, type Run, runs, type Shell } from './run-command.ts';

/** The signed-in operator, as `whoami` prints it. */
export const whoAmIDocument = z.object({
  opsUrl: z.string(),
  chainId: z.int(),
  expiresAt: time,
  ...operatorEndpoints['POST /api/ops/me'].reply.shape,
});

/** Adds the commands of the session: sign-in, sign-out, and `whoami`. */
export function addSession(program: Command, shell: Shell): void {
  const login = program.command('login');
  login.description('Signs in and keeps the session in a file for later commands; without it each signs in by itself.');
  runs(login, shell, { work: logIn });
  const logout = program.command('logout');
  logout.description('Ends the stored sessions at the server of --ops-url, or that of --account alone.');
  runs(logout, shell, { work: logOut });
  const whoami = program.command('whoami');
  whoami.description('Retrieves who is signed in, where and until when, their role and what it permits.');
  runs(whoami, shell, { work: whoAmI });
}

async function logIn({ settings, terminal }: Run): Promise<Result> {
  const { opsUrl, texts } = settings;
  if (opsUrl === null) throw missingSetting(settings, '--ops-url');
  const account = await openAccount(settings, terminal);
  const session = await signIn({ client: createOpsClient(settings, opsUrl), account, settings, opsUrl });
  await storeSession(terminal.env, session);
  const { token: _secret, ...shown } = session;
  return { data: shown, lines: [texts.signedIn(session.address, formatTime(session.expiresAt))] };
}

async function logOut({ settings, terminal }: Run): Promise<Result> {
  const { opsUrl, account, texts } = settings;
  if (opsUrl === null) throw missingSetting(settings, '--ops-url');
  const all = await listSessions(terminal.env, { opsUrl, texts });
  const ended = all.filter(({ address }) => account === null || address === account);
  for (const session of ended) {
    const answer = await createOpsClient(settings, opsUrl, () => session.token).call('POST /api/ops/logout', {});
    if (!answer.ok && answer.code !== 501) throw refusedError(answer);
    await deleteSession(terminal.env, session);
  }
  return { data: { ended: ended.map(({ address }) => address) }, lines: [texts.signedOut(ended.length)] };
}

async function whoAmI({ settings, terminal }: Run): Promise<Result> {
  const session = await openSession({ settings, terminal }, { signs: false });
  try {
    const answer = await session.call('POST /api/ops/me', {});
    if (!answer.ok) throw refusedError(answer);
    const { opsUrl, chainId, expiresAt } = session;
    const data = { ...answer.data, opsUrl, chainId, expiresAt };
    return { data, lines: formatReply(whoAmIDocument, data) };
  } finally {
    await session.end();
  }
}
