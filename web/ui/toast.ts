type ToastKind = 'plain' | 'success' | 'error'

/** What a toast says: in a few words, and in a sentence where the few do not suffice. */
export type Notice = {
  title: string
  description?: string
  /** Leads to what it speaks of. The portal follows it without loading anew (portal/shell/use-toast-links.ts). */
  link?: { label: string; to: string }
  /** Done by a click, which ends the toast: taking back what was done. */
  action?: { label: string; run: () => void }
}

export const TOAST_LINK = 'toast-link'

const VISIBLE_MS = 6000
/** Longer, since it is not only to be read: somebody has to find that they want it, and reach it. */
const VISIBLE_WITH_ACTION_MS = 10_000
/** More of them nobody reads, and they would cover the screen. */
const MOST_AT_ONCE = 3

/**
 * Toasts for the site and the portal: plain DOM, because public pages carry no React, and no injected
 * <style>, because the Content-Security-Policy has no unsafe-inline. An error is destructive and announced at once.
 */
export const toast = Object.assign(show('plain'), {
  success: show('success'),
  error: show('error'),
})

function show(kind: ToastKind) {
  return ({ title, description, link, action }: Notice) => {
    const item = document.createElement('li')
    item.className = 'toast'
    item.dataset.kind = kind
    item.append(text('toast-title', title), ...(description ? [text('toast-description', description)] : []))

    const leave = () => {
      item.remove()
      markLatest()
    }
    if (link) item.append(anchor(link, leave))
    if (action) item.append(actionButton(action, leave))
    const close = document.createElement('button')
    close.type = 'button'
    close.className = 'toast-close'
    close.setAttribute('aria-label', 'Close notification')
    close.textContent = '×'
    close.addEventListener('click', leave)
    item.append(close)

    list(kind).append(item)
    standing.push(item)
    while (standing.length > MOST_AT_ONCE) standing.shift()?.remove()
    markLatest()
    leaveWhenRead(item, leave, action ? VISIBLE_WITH_ACTION_MS : VISIBLE_MS)
  }
}

/** Those that stand, the oldest first. */
let standing: HTMLElement[] = []

/** Where something is being decided only the latest is shown (app.css). */
function markLatest() {
  standing = standing.filter((item) => item.isConnected)
  for (const item of standing) item.toggleAttribute('data-latest', item === standing.at(-1))
}

function anchor({ label, to }: NonNullable<Notice['link']>, leave: () => void) {
  const anchor = document.createElement('a')
  anchor.className = TOAST_LINK
  anchor.href = to
  anchor.textContent = label
  anchor.addEventListener('click', leave)
  return anchor
}

function actionButton({ label, run }: NonNullable<Notice['action']>, leave: () => void) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = TOAST_LINK
  button.textContent = label
  button.addEventListener('click', () => {
    leave()
    run()
  })
  return button
}

function text(className: string, content: string) {
  const paragraph = document.createElement('p')
  paragraph.className = className
  paragraph.textContent = content
  return paragraph
}

/** A toast stays while the pointer or the focus is on it, or nobody can see it: nobody has to read against the clock (WCAG 2.2.1). */
function leaveWhenRead(item: HTMLElement, leave: () => void, visibleMs: number) {
  let timer = setTimeout(end, visibleMs)
  const hold = () => clearTimeout(timer)
  const release = () => {
    hold()
    timer = setTimeout(end, visibleMs)
  }
  function end() {
    if (item.checkVisibility()) leave()
    else release()
  }
  item.addEventListener('pointerenter', hold)
  item.addEventListener('pointerleave', release)
  item.addEventListener('focusin', hold)
  item.addEventListener('focusout', release)
}

/** Two live regions, so that a failure interrupts and a success waits its turn. Both exist before they are filled. */
export function prepareToasts() {
  if (document.getElementById('toasts')) return
  const frame = document.createElement('section')
  frame.id = 'toasts'
  frame.setAttribute('aria-label', 'Notifications')
  frame.append(region('status'), region('alert'))
  document.body.append(frame)
}

function region(role: 'status' | 'alert') {
  const region = document.createElement('div')
  region.setAttribute('role', role)
  // Said outright as well: a modal dialog hides everything else from assistive technology except live regions.
  region.setAttribute('aria-live', role === 'alert' ? 'assertive' : 'polite')
  const list = document.createElement('ol')
  region.append(list)
  return region
}

function list(kind: ToastKind) {
  prepareToasts()
  const found = document.querySelector(`#toasts [role=${kind === 'error' ? 'alert' : 'status'}] ol`)
  if (!found) throw new Error('The toast region is missing')
  return found
}
