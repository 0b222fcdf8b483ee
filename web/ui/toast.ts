type ToastKind = 'plain' | 'success' | 'error'

/** A toast: a short title, and a sentence if needed. */
export type Notice = {
  title: string
  description?: string
  /** A link to the subject of the toast. The portal navigates without a page load (portal/shell/use-toasts.ts). */
  link?: { label: string; to: string }
  /** An action of the toast such as Undo, which closes it. */
  action?: { label: string; run: () => void }
}

export const TOAST_LINK = 'toast-link'

const VISIBLE_MS = 6000
/** How long a toast with an action stays: longer than others, since a person has to notice and reach the button. */
const VISIBLE_WITH_ACTION_MS = 10_000
/** The most toasts at once; more would cover the screen unread. */
const MAX_TOASTS = 3

/**
 * Toasts for the site and the portal: plain DOM, because public pages have no React, and without an injected <style>,
 * because the Content-Security-Policy has no unsafe-inline. Errors are destructive and announced at once.
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
    while (standing.length > MAX_TOASTS) standing.shift()?.remove()
    markLatest()
    leaveWhenRead(item, leave, action ? VISIBLE_WITH_ACTION_MS : VISIBLE_MS)
  }
}

/** The visible toasts, oldest first. */
let standing: HTMLElement[] = []

/** Marks the latest toast, the only one shown behind an open dialog (app.css). */
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

/**
 * Removes a toast after its time, but not while the pointer or the focus is on it, or the tab is hidden: nobody should
 * have to read against the clock (WCAG 2.2.1).
 */
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

/**
 * Creates two live regions, so that an error interrupts a screen reader and a success waits. Both exist before they are
 * filled.
 */
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
  // The attribute is set explicitly: a modal dialog hides everything but live regions from assistive technology.
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
