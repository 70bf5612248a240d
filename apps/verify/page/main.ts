// The static page that takes an account’s money out of the contracts: one file and this script. docs/proofs.md
import { formatAmount } from '@city-mint/domain/money/amount-text';
import type { HashBytes } from '@city-mint/domain/proof/sum-tree';
import { createSHA256 } from 'hash-wasm';
import { type ChainNode, httpNode } from '../src/ask-nodes.ts';
import { NamedError } from '../src/disagreement.ts';
import type { ExitCall } from '../src/exit/calldata.ts';
import { findLeaves } from '../src/exit/find-leaves.ts';
import { listCalls, type NamedCall } from '../src/exit/list-calls.ts';
import type { DemandPart } from '../src/exit/plan-demands.ts';
import { type ExitPart, type ExitPlan, planExit } from '../src/exit/plan-exit.ts';
import { readExitState } from '../src/exit/read-exit-state.ts';
import { type ExitStatement, readExitStatement } from '../src/exit/read-statement.ts';
import { faultText, fill, type PageLanguage, TEXTS } from './texts.ts';
import { connect, findWallet, send, waitUntilMined } from './wallet.ts';

let language: PageLanguage = navigator.language.startsWith('zh') ? 'zh' : 'en';
let t = TEXTS[language];

/** The fields of the form. */
const file = element('input', { id: 'file', type: 'file', accept: '.json,application/json' });
const trees = element('input', { id: 'trees', type: 'file', multiple: true, accept: '.tree' });
const nodes = element('textarea', { id: 'nodes', rows: 2, spellcheck: false, placeholder: 'https://…' });
const to = element('input', { id: 'to', type: 'text', spellcheck: false, placeholder: '0x…' });
const status = element('p', { role: 'status' });
const problem = element('p', { role: 'alert' });
const result = element('section', {});

show();

function show(): void {
  document.documentElement.lang = language;
  document.title = t.title;
  const main = document.querySelector('main');
  main?.replaceChildren(
    ...[button(t.other, changeLanguage), element('h1', {}, t.title), element('p', {}, t.intro)],
    ...[label(t.file, file), label(t.trees, trees), label(t.nodes, nodes), label(t.to, to)],
    ...[button(t.check, () => attempt(check)), status, problem, result],
  );
}

async function changeLanguage(): Promise<void> {
  language = language === 'zh' ? 'en' : 'zh';
  t = TEXTS[language];
  result.replaceChildren();
  say('');
  show();
}

/** A verified statement, the nodes that state the contracts, the plan, and how long a demand can wait; seconds. */
type Verified = {
  readonly statement: ExitStatement;
  readonly asked: readonly ChainNode[];
  readonly plan: ExitPlan;
  readonly patience: bigint;
};

async function verify(): Promise<Verified> {
  const [chosen] = file.files ?? [];
  if (chosen === undefined) throw new Error(t.noFile);
  const urls = nodes.value.split(/\s+/).filter((url) => url !== '');
  if (urls.length === 0) throw new Error(t.noNode);
  const recipient = to.value.trim().toLowerCase();
  if (!/^(?:0x[0-9a-f]{40})?$/.test(recipient)) throw new Error(t.badTo);
  const sha256 = await createSHA256();
  const hash = (bytes: Uint8Array) => sha256.init().update(bytes).digest('binary');
  const stated = readStatement(await chosen.text(), hash);
  const asked = urls.map(httpNode);
  const state = await readExitState(stated, asked);
  const files = [...(trees.files ?? [])].map((tree) => ({ name: tree.name, bytes: () => piecesOf(tree) }));
  const statement = await findLeaves(stated, { files, state, nodes: asked, hash });
  const plan = planExit(statement, state, recipient === '' ? undefined : recipient);
  return { statement, asked, plan, patience: state.patience };
}

function readStatement(text: string, hash: HashBytes): ExitStatement {
  try {
    return readExitStatement(text, hash);
  } catch (error) {
    throw error instanceof NamedError ? error : new Error(fill(t.noStatement, { reason: reasonOf(error) }));
  }
}

/** Without the iterator of streams, which Safari lacks. */
async function* piecesOf(tree: Blob): AsyncGenerator<Uint8Array> {
  const reader = tree.stream().getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
}

async function check(): Promise<void> {
  say(t.checking);
  result.replaceChildren();
  const verified = await verify();
  const { plan, patience } = verified;
  const calls = callsOf(plan);
  const wallet = calls.length === 0 ? null : await findWallet();
  const buttons = calls.map(([name, call], index) =>
    Object.assign(
      button(name, () => attempt(() => sendCall(verified, call))),
      { className: index === 0 ? 'first' : '' },
    ),
  );
  const demands = plan.demands.flatMap((part) => demandWords(part, patience));
  const lines = [...plan.parts.map(words), ...missing(plan), ...demands];
  result.replaceChildren(
    element('p', {}, agreement(verified)),
    element('p', {}, opening(plan)),
    element('ul', {}, ...lines.map((line) => element('li', {}, line))),
    ...(wallet === null ? [] : buttons),
    ...(wallet === null && calls.length > 0 ? [element('p', {}, t.noWallet)] : []),
    ...(calls.length === 0 ? [] : [element('details', {}, element('summary', {}, t.calls), ...calls.map(callText))]),
  );
  say('');
}

function agreement({ statement: { account, trees: stated }, asked, plan }: Verified): string {
  const block = String(stated[0]?.block ?? '');
  return fill(plan.parts.length === 0 ? t.noLeaves : t.agrees, { nodes: asked.length, account, block });
}

/** Returns the calls that can be sent now, with their names: redeems only once the exit has begun. */
function callsOf(plan: ExitPlan): [string, ExitCall][] {
  return listCalls(plan)
    .filter(({ name }) => name !== 'redeem' || plan.kind === 'begun')
    .map(({ name, currency, call }: NamedCall) => [fill(t[name], { currency: currency ?? '' }), call]);
}

async function sendCall({ statement, asked }: Verified, call: ExitCall): Promise<void> {
  const wallet = await findWallet();
  if (wallet === null) throw new Error(t.noWallet);
  say(t.sending);
  const { account } = statement;
  const isShown = await connect(wallet, statement).catch(failWallet);
  if (!isShown) throw new Error(fill(t.otherAccount, { account }));
  const hash = await send(wallet, call, account).catch(failWallet);
  say(fill(t.mining, { hash }));
  if (!(await waitUntilMined(asked, hash))) throw new Error(fill(t.reverted, { hash }));
  // The call succeeded, also if the check fails: redeeming can need newer files.
  await attempt(check);
  status.textContent = t.done;
}

function failWallet(error: unknown): never {
  throw new Error(fill(t.walletFailed, { reason: reasonOf(error) }));
}

function opening({ kind, at }: ExitPlan): string {
  return fill(t[kind], { time: timeText(at) });
}

function timeText(seconds: bigint): string {
  return new Date(Number(seconds) * 1000).toLocaleString(language);
}

const SECONDS_OF_DAY = 86_400;

function demandWords({ currency, open, possible, collectable }: DemandPart, patience: bigint): string[] {
  const lines: string[] = [];
  if (possible !== null) {
    const { amount, locked, epoch } = possible;
    const values = { amount: formatAmount(amount), locked: formatAmount(locked) };
    const days = Number(patience) / SECONDS_OF_DAY;
    lines.push(fill(epoch === 0n ? t.demandableNew : t.demandable, { currency, days, ...values }));
  }
  if (open !== null) {
    const { due, demandedAt, beginsAt, waits } = open;
    const times = { time: timeText(demandedAt), from: timeText(beginsAt) };
    const text = { time: t.openEarly, cap: t.openCap, now: t.openNow }[waits ?? 'now'];
    lines.push(fill(text, { currency, amount: formatAmount(due), ...times }));
  }
  if (collectable !== 0n) lines.push(fill(t.collectable, { currency, amount: formatAmount(collectable) }));
  return lines;
}

function words({ kind, currency, stated, depositedSince, withdrawnSince, pays }: ExitPart): string {
  const figures = { stated, deposited: depositedSince, withdrawn: withdrawnSince, pays };
  const texts = Object.entries(figures).map(([name, amount]) => [name, formatAmount(amount)]);
  return fill(t[kind], { currency, ...Object.fromEntries(texts) });
}

function missing(plan: ExitPlan): string[] {
  return plan.missing.map(({ currency, root }) => fill(t.missing, { currency, root }));
}

function callText([name, { to: target, data }]: [string, ExitCall]): HTMLElement {
  return element('pre', {}, `${name}\nto: ${target}\nvalue: 0\ndata: ${data}`);
}

/** Does a step; shows why it failed. */
async function attempt(step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    const named = error instanceof NamedError ? error.named : undefined;
    say('', (named && faultText(language, named)) ?? reasonOf(error));
  }
}

function reasonOf(error: unknown): string {
  return String(Object(error).message ?? error);
}

function say(text: string, fault = ''): void {
  status.textContent = text;
  problem.textContent = fault;
}

function label(text: string, field: HTMLElement): HTMLElement {
  return element('label', { htmlFor: field.id }, text, field);
}

function button(text: string, onClick: () => Promise<void>): HTMLElement {
  const made = element('button', { type: 'button' }, text);
  made.addEventListener('click', () => void onClick());
  return made;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: object,
  ...children: readonly (string | Node)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}
