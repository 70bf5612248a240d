import { createJoinRound } from '@city-mint/server/rounds/join/commands';
import type { JoinAnswer, JoinRequest } from '@city-mint/server/rounds/join/join-request';
import { tokenOf } from './sessions.ts';

/** Returns the command that joins a round for users with sessions of `openSessions`. */
export function createJoins(
  deps: Parameters<typeof createJoinRound>[0],
): (request: Omit<JoinRequest, 'token'>) => Promise<JoinAnswer> {
  const join = createJoinRound(deps);
  return (request) => join({ ...request, token: tokenOf(request.userId) });
}
