import { isChinese, words } from './words.js';

const byId = (id) => document.getElementById(id);
document.documentElement.lang = isChinese ? 'zh-CN' : 'en';
document.title = words.title;
for (const part of document.querySelectorAll('[data-word]')) part.textContent = words[part.dataset.word];

const problem = byId('problem');

/** Sends a command of the owner. Returns whether the wallet carried it out. */
async function command(path, body) {
  try {
    const reply = await fetch(path, { method: 'POST', body: JSON.stringify(body) });
    return reply.ok;
  } catch {
    problem.textContent = words.away;
    return false;
  }
}

async function pair(uri) {
  problem.textContent = '';
  if (await command('/pair', { uri: uri.trim() })) byId('uri').value = '';
  else problem.textContent ||= words.badLink;
}

byId('pairing').addEventListener('submit', (event) => {
  event.preventDefault();
  void pair(byId('uri').value);
});
byId('picture').addEventListener('change', async ({ target }) => {
  const [file] = target.files;
  target.value = '';
  if (file === undefined) return;
  const uri = await readCode(file).catch(() => null);
  if (uri === null) problem.textContent = words.badPicture;
  else await pair(uri);
});

/** Returns the link in a picture of a QR code; null without one. */
async function readCode(file) {
  const image = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const found = globalThis.jsQR(data, canvas.width, canvas.height);
  return found?.data.startsWith('wc:') ? found.data : null;
}

function element(tag, content, properties = {}) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...[content].flat());
  return made;
}

function showQuestion({ id, page, description }) {
  const parts = [element('h2', page.name || page.url), element('p', words[description.kind](page.url, description))];
  if (description.kind === 'send') {
    if (description.contract === null) parts.push(element('p', words.unknownContract));
    const { action } = description;
    if (action !== null) parts.push(element('p', words.actions[action] ?? words.otherAction(action)));
  }
  if (description.text !== undefined) parts.push(element('pre', description.text, { tabIndex: 0 }));
  if (description.details !== undefined) {
    const details = [element('summary', words.details), element('pre', description.details, { tabIndex: 0 })];
    parts.push(element('details', details, { open: description.kind === 'sign-data' }));
  }
  const answer = (isApproved) => ({ onclick: () => void command('/answer', { id, isApproved }), type: 'button' });
  parts.push(element('button', words.approve, { ...answer(true), className: 'approve' }));
  parts.push(element('button', words.reject, answer(false)));
  const question = element('article', parts);
  question.dataset.id = id;
  return question;
}

/** Keeps the questions that are open already, so that no button moves under the finger. */
function showQuestions(questions) {
  const open = new Map([...byId('questions').children].map((part) => [part.dataset.id, part]));
  for (const question of questions) {
    if (!open.delete(String(question.id))) byId('questions').append(showQuestion(question));
  }
  for (const answered of open.values()) answered.remove();
}

function showPages(pages) {
  const rows = pages.map(({ topic, name, url }) => {
    const leave = { onclick: () => void command('/leave', { topic }), type: 'button' };
    return element('li', [`${name} (${url})`, element('button', words.leave, leave)]);
  });
  byId('pages').replaceChildren(...(rows.length === 0 ? [element('li', words.noPages)] : rows));
}

let shownPages = '';
new EventSource('/state').addEventListener('message', ({ data }) => {
  const { address, balance, questions, pages } = JSON.parse(data);
  byId('address').textContent = address;
  byId('balance').textContent = balance === null ? '…' : `${balance} JU`;
  showQuestions(questions);
  const names = JSON.stringify(pages);
  if (names !== shownPages) showPages(pages);
  shownPages = names;
});
