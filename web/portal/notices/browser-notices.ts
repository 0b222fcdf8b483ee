import type { QueryClient } from '@tanstack/react-query'
import { toldOf } from './notice.ts'
import { noticesQuery } from './notice-queries.ts'

/** In this browser alone, since it is this browser that is asked for its leave. */
const WANTED = 'browser-notices'

/** What came longer ago is told by the bell, when somebody comes back. */
const NEWS_MS = 60_000

export const canTell = () => 'Notification' in window

export const wantsBrowserNotices = () =>
  canTell() && Notification.permission === 'granted' && localStorage.getItem(WANTED) === 'yes'

/** Asks the browser for its leave where it has not given it; returns whether it has. */
export async function askForBrowserNotices(): Promise<boolean> {
  const isGranted = (await Notification.requestPermission()) === 'granted'
  if (isGranted) localStorage.setItem(WANTED, 'yes')
  return isGranted
}

export const endBrowserNotices = () => localStorage.removeItem(WANTED)

/** Has the browser tell what has just come, to somebody who is looking at something else. `follow` leads there. */
export async function tellByBrowser(queryClient: QueryClient, follow: (to: string) => void): Promise<void> {
  if (!wantsBrowserNotices()) return
  const notices = await queryClient.fetchQuery(noticesQuery())
  for (const notice of notices) {
    const told = toldOf(notice)
    if (!told || notice.read_at !== null || Date.now() - Date.parse(notice.created_at) > NEWS_MS) continue
    // Several tabs tell the same once.
    const shown = new Notification(`${told.who} ${told.what}`, {
      body: told.about,
      tag: notice.id,
      icon: '/favicon.svg',
    })
    shown.addEventListener('click', () => {
      window.focus()
      shown.close()
      follow(told.to)
    })
  }
}
