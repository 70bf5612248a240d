import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** How to spawn a program of the database: its command line and, unless setpriv switches the user, uid and gid. */
export type Command = { file: string; args: string[]; uid?: number; gid?: number };

/** The system user that the database runs as; `command` returns how to spawn a program as that user. */
export type DatabaseUser = { uid: number; gid: number; command(file: string, args: string[]): Command };

/** Ids of a system user and its group. */
export type Owner = { uid: number; gid: number };

const CAP_DAC_OVERRIDE = 1n << 1n;

/**
 * Returns the user to run the database as: the current one or, since PostgreSQL does not run as root, the one that
 * `chooseOwner` returns for root. Throws when that user can reach neither the program nor the data.
 */
export function databaseUser(options: { program: string; data: string; dataOwner?: Owner }): DatabaseUser {
  const { program, data, dataOwner } = options;
  const ownUid = process.getuid?.() ?? -1;
  if (ownUid !== 0) return { uid: ownUid, gid: process.getgid?.() ?? -1, command: (file, args) => ({ file, args }) };

  const { uid, gid } = chooseOwner({ passwd: readFileSync('/etc/passwd', 'utf8'), ...(dataOwner && { dataOwner }) });
  if (isOpenToAll(program) && isReachableByAll(program) && isReachableByAll(data))
    return { uid, gid, command: (file, args) => ({ file, args, uid, gid }) };
  return { uid, gid, command: (file, args) => commandWithSearchRight({ uid, gid, file, args }) };
}

/**
 * Returns the owner of the existing data unless that is root, else the system user `postgres`, else `nobody`; throws
 * without either. The user has to be in `passwd` (the text of /etc/passwd), because initdb looks it up by its uid.
 */
export function chooseOwner({ dataOwner, passwd }: { dataOwner?: Owner; passwd: string }): Owner {
  if (dataOwner !== undefined && dataOwner.uid !== 0) return dataOwner;
  const users = passwd.split('\n').map((line) => line.split(':'));
  const user = ['postgres', 'nobody']
    .map((name) => users.find((fields) => fields[0] === name))
    .find((found) => found !== undefined);
  if (user === undefined)
    throw new Error('PostgreSQL does not run as root, and this system has no user called postgres or nobody.');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

function isOpenToAll(path: string): boolean {
  return (statSync(path).mode & 0o005) === 0o005;
}

/** Whether every user may enter all folders above this path. */
export function isReachableByAll(path: string): boolean {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
  }
  return true;
}

/**
 * The database's user cannot enter a folder of mode 0700 above its files, so it retains one capability of root, which
 * allows that. `no_setuid_fixup` makes access(2) honour it too; PostgreSQL calls access(2) on its own executable.
 */
function commandWithSearchRight({
  uid,
  gid,
  file,
  args,
}: {
  uid: number;
  gid: number;
  file: string;
  args: string[];
}): Command {
  const user = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups'];
  if (!canEnterClosedFolders()) {
    throw new Error(`User ${uid} cannot access ${file}: allow everyone to enter the folders above it (chmod o+x).`);
  }
  const capabilities = [
    '--securebits',
    '+no_setuid_fixup',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
  ];
  return { file: 'setpriv', args: [...user, ...capabilities, file, ...args] };
}

function canEnterClosedFolders(): boolean {
  if (process.platform !== 'linux') return false;
  const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return effective !== undefined && (BigInt(`0x${effective}`) & CAP_DAC_OVERRIDE) !== 0n;
}
