// Keeps the page itself in the browser, so that the pub opens without a network and says in words that it has none.
// What happens at a table is never kept here. SHELL (the files of this build) and BUILD (their hash) stand in front.
const CACHE = `klaverkroeg-${BUILD}`;
const PAGE = '/';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([PAGE, ...SHELL])));
});

// A newer build waits until the pages of the older one are closed: until then they find their own files.
self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))),
      )
      .then(() => self.clients.claim()),
  );
});

const kept = (path) => caches.open(CACHE).then((cache) => cache.match(path));

/** The page as the pub has it now; when there is no pub to be found, as it was. */
async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.status < 500) return answer;
    return (await kept(PAGE)) ?? answer;
  } catch (away) {
    const known = await kept(PAGE);
    if (known) return known;
    throw away;
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (SHELL.includes(pathname))
    event.respondWith(kept(pathname).then((known) => known ?? fetch(request)));
});
