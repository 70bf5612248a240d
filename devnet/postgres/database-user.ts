import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** How a program of the database is started: the command line and, where the system can do it alone, the user. */
export type Command = { file: string; args: string[]; uid?: number; gid?: number };

/** The system user that the database runs as. */
export type DatabaseUser = { uid: number; gid: number; command(file: string, args: string[]): Command };

type Owner = { uid: number; gid: number };

const CAP_DAC_OVERRIDE = 1n << 1n;

/**
 * The user to run the database as: ourselves, or when we are root (which PostgreSQL refuses to be) the owner of the
 * data that is there already, else the system's `postgres`, else `nobody`. It must reach the program and the data.
 */
export function databaseUser(options: { program: string; data: string; dataOwner?: Owner }): DatabaseUser {
  const { program, data, dataOwner } = options;
  const ownUid = process.getuid?.() ?? -1;
  if (ownUid !== 0) return { uid: ownUid, gid: process.getgid?.() ?? -1, command: (file, args) => ({ file, args }) };

  const { uid, gid } = dataOwner !== undefined && dataOwner.uid !== 0 ? dataOwner : findSystemUser();
  if (isOpenToAll(program) && isReachableByAll(program) && isReachableByAll(data))
    return { uid, gid, command: (file, args) => ({ file, args, uid, gid }) };
  return { uid, gid, command: (file, args) => withSearchRight({ uid, gid, file, args }) };
}

/** initdb looks its user up by number, so an invented number will not do. */
function findSystemUser(): Owner {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = ['postgres', 'nobody']
    .map((name) => users.find((fields) => fields[0] === name))
    .find((found) => found !== undefined);
  if (user === undefined)
    throw new Error('PostgreSQL does not run as root, and this system has neither a user postgres nor nobody.');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

function isOpenToAll(path: string): boolean {
  return (statSync(path).mode & 0o005) === 0o005;
}

function isReachableByAll(path: string): boolean {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
  }
  return true;
}

/**
 * Below a folder of mode 0700 the database's user sees nothing, so it keeps one right of root's: to pass closed folders.
 * `no_setuid_fixup` makes access(2) honour that right too; PostgreSQL asks access(2) about its own executable.
 */
function withSearchRight({
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
  if (!canPassClosedFolders()) {
    throw new Error(`PostgreSQL cannot reach ${file} as user ${uid}: open the folders above to everybody (chmod o+x).`);
  }
  const rights = [
    '--securebits',
    '+no_setuid_fixup',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
  ];
  return { file: 'setpriv', args: [...user, ...rights, file, ...args] };
}

function canPassClosedFolders(): boolean {
  if (process.platform !== 'linux') return false;
  const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return effective !== undefined && (BigInt(`0x${effective}`) & CAP_DAC_OVERRIDE) !== 0n;
}
