const COOKIE = 'sidebar_state'
const COOKIE_LIFETIME_S = 60 * 60 * 24 * 7

/** Whether the sidebar was left open: it is, until somebody collapses it. */
export const readSidebarCookie = (cookies: string) => !cookies.split('; ').includes(`${COOKIE}=false`)

/** The cookie that remembers the sidebar for 7 days. */
export const sidebarCookie = (isOpen: boolean) =>
  `${COOKIE}=${isOpen}; path=/; max-age=${COOKIE_LIFETIME_S}; samesite=lax`

/** Ctrl+B or Cmd+B, and no other key with it. */
export const isSidebarShortcut = (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>) =>
  event.key.toLowerCase() === 'b' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
