const COOKIE = 'sidebar_state'
const COOKIE_LIFETIME_S = 60 * 60 * 24 * 7

/** Reads from the cookies whether the sidebar is open; without the cookie it is. */
export const readSidebarCookie = (cookies: string) => !cookies.split('; ').includes(`${COOKIE}=false`)

/** The cookie that remembers the sidebar for 7 days. */
export const sidebarCookie = (isOpen: boolean) =>
  `${COOKIE}=${isOpen}; path=/; max-age=${COOKIE_LIFETIME_S}; samesite=lax`

/** Whether a key event is Ctrl+B or Cmd+B without further modifiers, the shortcut of the sidebar. */
export const isSidebarShortcut = (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>) =>
  event.key.toLowerCase() === 'b' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
