import {
  ANN,
  BEN,
  confirmedEntry,
  SYSTEM,
  signedLogEntry,
} from '@city-mint/api-contract/operator-client/testing/signed-entries';
import { tamperings } from '@city-mint/api-contract/operator-client/testing/tamperings';
import type { OperatorLogEntry } from '@city-mint/api-contract/operator-client/verify-log-entry';
import { HOUR_MS } from '@city-mint/domain/time/durations';
import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { utf8 } from '../hashes.ts';
import { EXIT, run } from '../run.ts';
import { answerLists } from '../testing/fake-server.ts';

const PATH = '/api/app/operatorLog';
const SERVER = 'https://api.example';
const CAT = privateKeyToAccount(`0x${'33'.repeat(32)}`);
const WHO = ['--operator', ANN.address, '--operator', BEN.address.toLowerCase()];
const OF = ['--vault', SYSTEM.vault, '--chain-id', `${SYSTEM.chainId}`];

afterEach(() => vi.unstubAllGlobals());

/** A whole log, newest first: Cat pauses after being added by both; before, a confirmed action and a pause by Ann. */
let LOG: readonly OperatorLogEntry[] = [];
beforeAll(async () => {
  const confirmed = await confirmedEntry();
  const key = 'POST /api/ops/pause';
  const pause = { system: SYSTEM, key, fields: { part: 'joins' }, reason: 'nothing works' } as const;
  const added = await signedLogEntry({
    ...{ system: SYSTEM, logId: '76', at: confirmed.at + HOUR_MS, account: ANN, reason: 'as agreed' },
    ...{ key: 'POST /api/ops/operators/add', fields: { address: CAT.address, role: 'operator' } },
    confirms: { id: '32', by: BEN.address, reason: 'a third one', account: BEN },
  });
  LOG = [
    await signedLogEntry({ ...pause, logId: '77', at: confirmed.at + 2 * HOUR_MS, account: CAT }),
    ...[added, proposalOf(added), confirmed, proposalOf(confirmed)],
    await signedLogEntry({ ...pause, logId: '71', at: confirmed.at - HOUR_MS, account: ANN }),
  ];
});

/** The entry of the proposal that an entry confirms. */
function proposalOf({ proposed, signed, ...entry }: OperatorLogEntry): OperatorLogEntry {
  if (proposed === null) throw new TypeError('no proposal');
  const by = { operator: entry.proposedBy ?? '', proposedBy: null, reason: String(signed.message['proposalReason']) };
  return { ...entry, ...proposed, ...by, action: `propose ${entry.action}`, proposed: null };
}

async function runOn(files: readonly string[], args: readonly string[]) {
  const lines: string[] = [];
  const bytes = async function* (name: string) {
    yield utf8(files[Number(name)] ?? '');
  };
  const code = await run(['operators', ...args], { bytes, write: (line) => void lines.push(line) });
  return { code, lines };
}

function verify(entries: readonly unknown[], args: readonly string[] = [...WHO, ...OF]) {
  answerLists({ lists: { [PATH]: entries }, pageSize: 2 });
  return runOn([], ['--from', SERVER, ...args]);
}

const without = (logId: string) => LOG.filter((entry) => entry.logId !== logId);
const at = (index: number) => LOG[index] as OperatorLogEntry;
const differs = (line: string) => ({ code: EXIT.differs, lines: [`DIFFERS ${line}`] });

describe('the log of operators', () => {
  test('default: each entry is as it was signed, also by an operator whom two others added', async () => {
    const { code, lines } = await verify(LOG);
    expect(lines).toEqual([
      `agrees: 6 entries, each as operators signed it for chain 202599, vault ${SYSTEM.vault.toLowerCase()}`,
      ...[`${CAT.address} signed 1`, `${BEN.address} signed 4`, `${ANN.address} signed 3`],
      'entries that were left out are found only where another one names them',
    ]);
    expect(code).toBe(EXIT.agrees);
  });

  test('default: downloaded pages, whole answers or their data, verify the same', async () => {
    const pages = [
      JSON.stringify({ code: 200, msg: '', data: { items: LOG.slice(0, 4), nextCursor: 'x' } }),
      JSON.stringify({ items: LOG.slice(4), nextCursor: null }),
    ];
    expect(await runOn(pages, ['0', '1', ...WHO, ...OF])).toEqual(await verify(LOG));
    expect(await runOn(pages, ['0', ...WHO, ...OF])).toEqual({
      ...{ code: EXIT.unread, lines: ['NOT VERIFIED the page after 0 is missing: its nextCursor is not null'] },
    });
    expect((await runOn(pages, ['1', '0', ...WHO, ...OF])).code).toBe(EXIT.unread);
  });

  test('attack: each changed field of an entry is found, and the entry named', async () => {
    const missed: string[] = [];
    const changes = tamperings(at(3));
    for (const { path, tampered } of changes) {
      const { code, lines } = await verify(LOG.with(3, tampered));
      if (code === EXIT.agrees || !lines[0]?.includes('entry 73')) missed.push(`${path}: ${lines[0]}`);
    }
    expect(missed).toEqual([]);
    expect(changes.length).toBeGreaterThan(60);
  });

  test('attack: the first changed entry and its field are named', async () => {
    const changed = LOG.with(5, { ...at(5), reason: 'a hack' }).with(3, { ...at(3), reason: 'a hack' });
    expect(await verify(changed)).toEqual(
      differs('entry 73 (reserve/fund): another reason was signed; 2 entries differ'),
    );
  });

  test('attack: a dropped proposal, or another one in its place', async () => {
    expect(await verify(without('72'))).toEqual(
      differs('entry 73 (reserve/fund): proposed: entry 72, the proposal, is missing'),
    );
    const other = { ...at(3), proposed: { ...Object(at(3).proposed), logId: '71' } };
    expect(await verify(without('72').with(3, other))).toEqual(
      differs('entry 73 (reserve/fund): proposed: entry 71 is another one'),
    );
    // Twin: no other entry names an action by one.
    expect((await verify(without('71'))).code).toBe(EXIT.agrees);
  });

  test('attack: without the addition of an operator its actions are a stranger’s', async () => {
    const fault = `${CAT.address} is none that you named, and no two operators added it before`;
    expect(await verify(without('76'))).toEqual(differs(`entry 77 (pause): operator: ${fault}`));
  });

  test('attack: an operator whose role does not confirm confirms', async () => {
    const { at: before } = await confirmedEntry();
    const confirmed = await signedLogEntry({
      ...{ system: SYSTEM, logId: '79', at: before + 2 * HOUR_MS, account: CAT, reason: 'as agreed' },
      ...{ key: 'POST /api/ops/unpause', fields: { part: 'joins' } },
      confirms: { id: '33', by: ANN.address, reason: 'it works again', account: ANN },
    });
    expect(await verify([confirmed, proposalOf(confirmed), ...LOG])).toEqual(
      differs('entry 79 (unpause): it takes the role approver, and its operator had operator'),
    );
  });

  test('attack: a role in an entry with a bad signature changes nothing', async () => {
    const { at: before } = await confirmedEntry();
    const promoted = await signedLogEntry({
      ...{ system: SYSTEM, logId: '79', at: before + 2 * HOUR_MS, account: ANN, reason: 'as agreed' },
      ...{ key: 'POST /api/ops/operators/role', fields: { address: CAT.address, role: 'approver' } },
      confirms: { id: '33', by: BEN.address, reason: 'trusted by now', account: BEN },
    });
    const confirmed = await signedLogEntry({
      ...{ system: SYSTEM, logId: '81', at: before + 3 * HOUR_MS, account: CAT, reason: 'as agreed' },
      ...{ key: 'POST /api/ops/unpause', fields: { part: 'joins' } },
      confirms: { id: '34', by: ANN.address, reason: 'it works again', account: ANN },
    });
    const after = (role: OperatorLogEntry) => [confirmed, proposalOf(confirmed), role, proposalOf(promoted), ...LOG];
    expect(await verify(after({ ...promoted, signature: at(3).signature }))).toEqual(
      differs('entry 81 (unpause): it takes the role approver, and its operator had operator; 2 entries differ'),
    );
    // Twin: with the right signature it counts.
    expect((await verify(after(promoted))).code).toBe(EXIT.agrees);
  });

  test('attack: a swapped order, also with other ids', async () => {
    const swapped = [...LOG.slice(0, 4), at(5), at(4)];
    expect(await verify(swapped)).toEqual(
      differs('entry 72 (propose reserve/fund): logId: it is out of order, after entry 71'),
    );
    const relabelled = [{ ...at(5), logId: '78' }, ...LOG.slice(0, 5)];
    expect(await verify(relabelled)).toEqual(
      differs('entry 77 (pause): at: it is later than that of entry 78, a newer one'),
    );
  });

  test('attack: an entry shown twice, one of another system, and one of a stranger', async () => {
    const twice = [{ ...at(0), logId: '78' }, ...LOG];
    expect(await verify(twice)).toEqual(
      differs('entry 78 (pause): requestId: another entry has the same; 2 entries differ'),
    );
    const otherChain = ['--vault', SYSTEM.vault, '--chain-id', '1'];
    expect((await verify(LOG, [...WHO, ...otherChain])).lines[0]).toMatch(
      /^DIFFERS entry 77 \(pause\): it was signed for another system; 6 entries differ$/,
    );
    expect((await verify(LOG, ['--operator', ANN.address, ...OF])).code).toBe(EXIT.differs);
  });

  test.each<[string, readonly unknown[], readonly string[], RegExp]>([
    ['no entry', [], [...WHO, ...OF], /^NOT VERIFIED the log has no entry$/],
    ['no text', [{ logId: '7' }], [...WHO, ...OF], /^NOT VERIFIED entry 7: at is no whole number$/],
    ['no id', [null], [...WHO, ...OF], /^NOT VERIFIED logId is no text$/],
    ['no operator', [], OF, /^NOT VERIFIED --operator is missing$/],
    ['a wrong operator', [], ['--operator', '0x1', ...OF], /^NOT VERIFIED --operator: must be 20 bytes/],
    ['no vault', [], [...WHO, '--chain-id', '1'], /^NOT VERIFIED --vault is missing$/],
    ['no chain', [], [...WHO, '--vault', SYSTEM.vault], /^NOT VERIFIED --chain-id is missing$/],
    ['a file and a server', [], ['0', ...WHO, ...OF], /^NOT VERIFIED name the files of the log, or --from URL$/],
  ])('error: %s', async (...[, entries, args, line]) => {
    const { code, lines } = await verify(entries, args);
    expect([code, lines]).toEqual([EXIT.unread, [expect.stringMatching(line)]]);
  });

  test('error: a file that is no page', async () => {
    for (const [text, line] of [
      ['{', /^NOT VERIFIED 0: .*JSON/],
      ['[]', /^NOT VERIFIED 0: no page with items and nextCursor$/],
    ] as const) {
      const { code, lines } = await runOn([text], ['0', ...WHO, ...OF]);
      expect([code, lines]).toEqual([EXIT.unread, [expect.stringMatching(line)]]);
    }
  });
});
