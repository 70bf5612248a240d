import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig } from '../../apps/server/src/platform/config/read-config.ts';
import type { ProcessName } from '../../apps/server/src/platform/config/settings.ts';

const FOLDER = join(import.meta.dirname, '../../deploy/container');
const PROCESSES: readonly ProcessName[] = ['api', 'ops', 'operator', 'worker', 'indexer', 'verifier', 'auditor'];

/** A value of each secret, as an operator would have it. */
const SECRETS: Readonly<Record<string, string>> = {
  DATABASE_PASSWORD: 'c0ffee',
  RPC_URL: 'https://node.one.example/key',
  WITNESS_RPC_URLS: 'https://node.two.test,https://node.three.invalid',
  METRICS_TOKEN: 'sixteen letters!',
  VOUCHER_SIGNER_KEY: `0x${'5a'.repeat(32)}`,
  SCRIBE_KEY: `0x${'5b'.repeat(32)}`,
  AUDITOR_KEY: `0x${'5c'.repeat(32)}`,
  GUARD_KEY: `0x${'5d'.repeat(32)}`,
};

const secret = z.union([z.string(), z.object({ source: z.string(), target: z.string() })]);
const compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      user: z.string().optional(),
      read_only: z.boolean().optional(),
      cap_drop: z.array(z.string()).default([]),
      security_opt: z.array(z.string()).default([]),
      privileged: z.boolean().optional(),
      image: z.string(),
      command: z.array(z.string()).default([]),
      environment: z.record(z.string(), z.string()).default({}),
      secrets: z.array(secret).default([]),
      ports: z.array(z.string()).default([]),
      networks: z.array(z.string()).default([]),
      network_mode: z.string().optional(),
      restart: z.string(),
      healthcheck: z.object({ test: z.array(z.string()) }).optional(),
    }),
  ),
  secrets: z.record(z.string(), z.object({ file: z.string().startsWith('./secrets/') })),
});
type Service = z.output<typeof compose>['services'][string];

const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const { services, secrets } = compose.parse(parse(read('compose.yaml'), { merge: true }));
let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'city-mint-containers-'));
  mkdirSync(join(root, 'deploy/container'), { recursive: true });
  mkdirSync(join(root, 'bin'));
  cpSync(join(FOLDER, 'start'), join(root, 'deploy/container/start'));
  // In the place of the program: its environment and arguments.
  writeFileSync(join(root, 'bin/city-mint'), '#!/bin/sh\nprintf "%s\\0" "$*"\nexec env -0\n');
  chmodSync(join(root, 'bin/city-mint'), 0o755);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Returns the service's variables with those of example.env; throws for one that it does not have. */
function environmentOf({ environment }: Service): Record<string, string> {
  const values = parseEnv(read('example.env'));
  const fill = (text: string) =>
    text.replaceAll(/\$\{(\w+):\?missing\}/g, (_, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`example.env has no ${name}`);
      return value;
    });
  return Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, fill(text)]));
}

/** Runs the entry of a container as the engine would; returns the environment that the program gets. */
function start(service: Service): Record<string, string> {
  const folder = mkdtempSync(join(root, 'secrets-'));
  for (const entry of service.secrets) {
    const target = typeof entry === 'string' ? entry : entry.target;
    writeFileSync(join(folder, target), `${SECRETS[target]}\n`);
  }
  const { stdout } = spawnSync(join(root, 'deploy/container/start'), service.command, {
    env: { PATH: process.env['PATH'] ?? '', SECRETS_FOLDER: folder, ...environmentOf(service) },
    encoding: 'utf8',
  });
  const [command = '', ...variables] = stdout.split('\0');
  expect(command).toBe(service.command.join(' '));
  return Object.fromEntries(variables.filter((text) => text !== '').map((text) => text.split(/=(.*)/s)));
}

describe('the containers', () => {
  test.each(PROCESSES)(
    'default: %s gets every setting that it requires in production, and no key of another',
    (name) => {
      const service = services[name];
      if (service === undefined) throw new Error(`compose.yaml has no ${name}`);
      expect(service.command).toEqual([name]);
      const environment = start(service);
      expect(environment['NODE_ENV']).toBe('production');
      const { DATABASE_URL: url } = readConfig(environment, name);
      expect(url).toBe(`postgres://${name}_1:c0ffee@%2Frun%2Fpostgresql/city_mint`);
      expect(environment).not.toHaveProperty('DATABASE_PASSWORD');
    },
  );

  test('broken twin: without one of them, readConfig names it', () => {
    const { worker } = services;
    if (worker === undefined) throw new Error('compose.yaml has no worker');
    const environment = start(worker);
    for (const name of ['RPC_URL', 'VAULT_ADDRESS', 'OPERATOR_NAME', 'VOUCHER_SIGNER_KEY', 'WITNESS_RPC_URLS']) {
      expect(() => readConfig({ ...environment, [name]: '' }, 'worker')).toThrow(new RegExp(`^${name} `));
    }
  });

  test('default: each is slim in rights: no root, no writable root, no capability, no port of other machines', () => {
    expect(Object.keys(services).sort()).toEqual(['database', 'logins', 'migrate', ...PROCESSES].sort());
    for (const [name, service] of Object.entries(services)) {
      expect(service, name).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      expect(service.user, name).toMatch(/^[1-9]\d*:[1-9]\d*$/);
      expect(service.security_opt, name).toEqual(['no-new-privileges:true']);
      expect(service.privileged, name).toBeUndefined();
      expect(service.image, name).toMatch(/^[a-z-]+(:\d+)?$/);
      for (const port of service.ports) expect(port, name).toMatch(/^127\.0\.0\.1:/);
      const runsOnce = service.restart === 'no';
      expect(service.healthcheck === undefined, name).toBe(runsOnce);
      if (service.image !== 'city-mint' || runsOnce) expect(service.network_mode, name).toBe('none');
    }
  });

  test('default: a secret is a file, and no variable', () => {
    const used = Object.values(services).flatMap((service) =>
      service.secrets.map((entry) => (typeof entry === 'string' ? entry : entry.source)),
    );
    expect([...new Set(used)].sort()).toEqual(Object.keys(secrets).sort());
    const named = Object.values(services).flatMap(({ environment }) => Object.keys(environment));
    expect(named.filter((name) => /KEY|TOKEN|URL|SECRET|PASSWORD(?!_FILE)/.test(name))).toEqual([]);
    expect(read('compose.yaml')).not.toMatch(/0x[0-9a-f]{64}|:\/\/[^/\s]*:[^/\s]*@/i);
  });
});
