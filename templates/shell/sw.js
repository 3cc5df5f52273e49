{% load static %}/**
 * Shows notices when no page of {{ site_name }} is open, and a page of its own while the site cannot
 * be reached. Of all other pages nothing is kept: they are fetched each time.
 */

const KEPT = "{{ kept }}";
const OFFLINE = "{% url 'offline' %}";
const FILES = new Set([{% for file in files %}"{{ file }}"{% if not forloop.last %}, {% endif %}{% endfor %}]);
const ICON = "{% static 'shell/icons/icon-192.png' %}";
const BADGE = "{% static 'shell/icons/badge-96.png' %}";

self.addEventListener("install", (event) => {
  // Notices matter more than the page kept: they come without it too.
  event.waitUntil(keep().catch(() => {}).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([forget(), self.registration.navigationPreload?.enable()]));
});

async function keep() {
  const cache = await caches.open(KEPT);
  await cache.addAll([OFFLINE, ...FILES]);
}

async function forget() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
}

// --- While the site cannot be reached ---------------------------------------------------------

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(load(event));
  else if (FILES.has(new URL(request.url).pathname)) {
    event.respondWith(fetch(request).catch(() => kept(request)));
  }
});

async function load(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return kept(OFFLINE);
  }
}

async function kept(what) {
  return (await caches.match(what)) ?? Response.error();
}

// --- Notices ----------------------------------------------------------------------------------

self.addEventListener("push", (event) => {
  const { notification, app_badge: waiting } = event.data.json();
  event.waitUntil(Promise.all([show(notification), count(waiting)]));
});

/** Shows a notice; one about the same table takes the place of the one before. */
function show({ title, navigate, ...more }) {
  const options = { ...more, icon: ICON, badge: BADGE, data: { navigate }, renotify: "tag" in more };
  return self.registration.showNotification(title, options);
}

/** Puts the number of turns that wait on the icon of the app. */
async function count(waiting) {
  await self.navigator.setAppBadge?.(waiting).catch(() => {});
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data?.navigate ?? "/"));
});

/** Brings the tab to the front that has the page open, or opens it. */
async function goTo(address) {
  const target = new URL(address, self.location.origin);
  if (target.origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => new URL(page.url).pathname === target.pathname);
  await (open ? open.focus() : self.clients.openWindow(target));
}
