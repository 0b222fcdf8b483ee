import type { QueryClient } from '@tanstack/react-query'

/** The localStorage key of the choice to show browser notifications, which is kept per browser like the permission. */
const WANTED = 'browser-notices'

/** The age up to which a notice is shown as a browser notification; older ones are left to the bell. */
const NEWS_MS = 60_000

export const areNotificationsSupported = () => 'Notification' in window

export const wantsBrowserNotices = () =>
  areNotificationsSupported() && Notification.permission === 'granted' && localStorage.getItem(WANTED) === 'yes'

/** Asks for the browser's permission where it was not given yet, and returns whether it is given. */
export async function askForBrowserNotices(): Promise<boolean> {
  const isGranted = (await Notification.requestPermission()) === 'granted'
  if (isGranted) localStorage.setItem(WANTED, 'yes')
  return isGranted
}

export const endBrowserNotices = () => localStorage.removeItem(WANTED)

/**
 * Shows a browser notification of the latest notice while the person looks at another window, unless the service worker
 * shows it. A click calls `follow` with its address.
 */
export async function showBrowserNotice(queryClient: QueryClient, follow: (to: string) => void): Promise<void> {
  if (!wantsBrowserNotices()) return
  const { hasPush } = await import('./push.ts')
  if (await hasPush()) return
  const [{ noticeText }, { noticesQuery }] = await Promise.all([import('./notice.ts'), import('./notice-queries.ts')])
  const notices = await queryClient.fetchQuery(noticesQuery())
  for (const notice of notices) {
    const text = noticeText(notice)
    if (!text || notice.read_at !== null || Date.now() - Date.parse(notice.created_at) > NEWS_MS) continue
    // The tag makes several tabs show the same browser notification once.
    const shown = new Notification(`${text.who} ${text.what}`, {
      body: text.about,
      tag: notice.id,
      icon: '/favicon.svg',
    })
    shown.addEventListener('click', () => {
      window.focus()
      shown.close()
      follow(text.to)
    })
  }
}
