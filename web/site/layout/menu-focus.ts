import type { Behaviour } from '../bring-to-life.ts'

/**
 * The browser opens and closes the menu (it is a popover). This adds what a popover does not do: the state on
 * the button, Tab going round in it while it is open, and closing it when the window grows.
 */
export const keepFocusInMenu: Behaviour = (page, signal) => {
  const menu = page.getElementById('site-menu')
  const button = page.querySelector<HTMLElement>('[popovertarget=site-menu]')
  if (!menu || !button) return

  menu.addEventListener(
    'toggle',
    (event) => {
      const open = event.newState === 'open'
      button.setAttribute('aria-expanded', String(open))
      if (open) menu.querySelector('a')?.focus()
    },
    { signal },
  )
  menu.addEventListener('keydown', (event) => wrapFocus(event, [button, ...menu.querySelectorAll('a')]), { signal })
  button.addEventListener('keydown', (event) => wrapFocus(event, [button, ...menu.querySelectorAll('a')]), { signal })
  window.matchMedia('(min-width: 48rem)').addEventListener('change', () => menu.hidePopover(), { signal })
}

/** From the last link on to the button, and from the button back to the last link, while the menu is open. */
function wrapFocus(event: KeyboardEvent, stops: readonly HTMLElement[]) {
  const [first, last] = [stops[0], stops.at(-1)]
  if (event.key !== 'Tab' || first?.getAttribute('aria-expanded') !== 'true') return
  const from = event.shiftKey ? first : last
  const to = event.shiftKey ? last : first
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}
