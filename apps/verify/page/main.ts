// The static page that takes an account’s money out of the contracts: one file and this script. docs/proofs.md
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { createSHA256 } from 'hash-wasm';
import { type ChainNode, httpNode } from '../src/ask-nodes.ts';
import { findLeaves } from '../src/exit/find-leaves.ts';
import { type ExitCall, type ExitPart, type ExitPlan, planExit } from '../src/exit/plan-exit.ts';
import { readExitState } from '../src/exit/read-exit-state.ts';
import { type ExitStatement, readExitStatement } from '../src/exit/read-statement.ts';
import { fill, type PageLanguage, TEXTS } from './texts.ts';
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

/** A verified statement, the nodes that state the contracts, and the plan. */
type Verified = { readonly statement: ExitStatement; readonly asked: readonly ChainNode[]; readonly plan: ExitPlan };

async function verify(): Promise<Verified> {
  const [chosen] = file.files ?? [];
  if (chosen === undefined) throw new Error(t.noFile);
  const urls = nodes.value.split(/\s+/).filter((url) => url !== '');
  if (urls.length === 0) throw new Error(t.noNode);
  const recipient = to.value.trim().toLowerCase();
  if (!/^(?:0x[0-9a-f]{40})?$/.test(recipient)) throw new Error(t.badTo);
  const sha256 = await createSHA256();
  const hash = (bytes: Uint8Array) => sha256.init().update(bytes).digest('binary');
  const stated = readExitStatement(await chosen.text(), hash);
  const asked = urls.map(httpNode);
  const state = await readExitState(stated, asked);
  const files = [...(trees.files ?? [])].map((tree) => ({ name: tree.name, bytes: () => piecesOf(tree) }));
  const statement = await findLeaves(stated, { files, state, nodes: asked, hash });
  return { statement, asked, plan: planExit(statement, state, recipient === '' ? undefined : recipient) };
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
  const { statement, asked, plan } = verified;
  const block = String(statement.trees[0]?.block ?? '');
  const calls = callsOf(plan);
  const wallet = calls.length === 0 ? null : await findWallet();
  const buttons = calls.map(([name, call]) => button(name, () => attempt(() => sendCall(verified, call))));
  result.replaceChildren(
    element('p', {}, fill(t.agrees, { nodes: asked.length, account: statement.account, block })),
    ...[
      element('p', {}, opening(plan)),
      element('ul', {}, ...[...plan.parts.map(words), ...missing(plan)].map((line) => element('li', {}, line))),
    ],
    ...(wallet === null ? [] : buttons),
    ...(wallet === null && calls.length > 0 ? [element('p', {}, t.noWallet)] : []),
    ...(calls.length === 0 ? [] : [element('details', {}, element('summary', {}, t.calls), ...calls.map(callText))]),
  );
  say('');
}

/** Returns the calls that can be sent now, with their names: redeems only once the exit has begun. */
function callsOf({ kind, begin, parts }: ExitPlan): [string, ExitCall][] {
  if (kind === 'closed') return [];
  if (kind === 'due') return [[t.begin, begin]];
  return parts.flatMap(({ currency, redeem }): [string, ExitCall][] =>
    redeem === null ? [] : [[fill(t.redeem, { currency }), redeem]],
  );
}

async function sendCall({ statement, asked }: Verified, call: ExitCall): Promise<void> {
  const wallet = await findWallet();
  if (wallet === null) throw new Error(t.noWallet);
  say(t.sending);
  const { account } = statement;
  if (!(await connect(wallet, statement))) throw new Error(fill(t.otherAccount, { account }));
  const hash = await send(wallet, call, account);
  say(fill(t.mining, { hash }));
  if (!(await waitUntilMined(asked, hash))) throw new Error(fill(t.reverted, { hash }));
  await check();
  say(t.done);
}

function opening({ kind, at }: ExitPlan): string {
  return fill(t[kind], { time: new Date(Number(at) * 1000).toLocaleString(language) });
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
    say('', String(Object(error).message ?? error));
  }
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
