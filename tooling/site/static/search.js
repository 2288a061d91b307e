// Finds sections of the pages that have every word of the query. Runs from a server and from files alike.
const MOST_FOUND = 20;
const SHOWN_BEFORE = 40;
const SHOWN = 140;

/** How well an entry answers; 0 where a word is missing. A word in the title counts ten times. */
function rank({ title, text }, words) {
  const [lowerTitle, lowerText] = [title.toLowerCase(), text.toLowerCase()];
  const hits = words.map((word) => lowerTitle.split(word).length * 10 - 10 + lowerText.split(word).length - 1);
  return hits.some((count) => count === 0) ? 0 : hits.reduce((sum, count) => sum + Math.min(count, 30), 0);
}

function find(query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return globalThis.searchEntries
    .map((entry) => ({ entry, score: rank(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_FOUND)
    .map(({ entry }) => ({ ...entry, around: around(entry.text, words[0]) }));
}

function around(text, word) {
  const start = Math.max(0, text.toLowerCase().indexOf(word) - SHOWN_BEFORE);
  return `${start > 0 ? '... ' : ''}${text.slice(start, start + SHOWN)}`;
}

function itemOf({ to, title, around: text }) {
  const link = Object.assign(document.createElement('a'), {
    href: document.body.dataset.root + to,
    textContent: title,
  });
  const snippet = Object.assign(document.createElement('small'), { textContent: text });
  const item = document.createElement('li');
  item.append(link, snippet);
  return item;
}

const input = document.getElementById('search');
const list = document.getElementById('found');
input.addEventListener('input', () => {
  const found = find(input.value);
  const nothing = Object.assign(document.createElement('li'), { textContent: 'Nothing has all of these words.' });
  list.replaceChildren(...(found.length === 0 && input.value.trim() !== '' ? [nothing] : found.map(itemOf)));
});
