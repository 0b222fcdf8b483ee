import { type ElementAttributes, PageElement } from '../../ui/page-element.ts'

/**
 * The mobile menu, a popover that the browser opens and closes, and its button. Adds what a popover lacks: the state of
 * the button, a focus loop while it is open, and closing when the window widens.
 */
class SiteMenu extends PageElement {
  protected enter(signal: AbortSignal) {
    const menu = this.querySelector<HTMLElement>('[popover]')
    const button = this.querySelector('button')
    if (!menu || !button) return

    menu.addEventListener(
      'toggle',
      (event) => {
        const isOpen = event.newState === 'open'
        button.setAttribute('aria-expanded', String(isOpen))
        if (isOpen) menu.querySelector('a')?.focus()
      },
      { signal },
    )
    this.addEventListener('keydown', (event) => wrapFocus(event, [button, ...menu.querySelectorAll('a')]), { signal })
    window.matchMedia('(min-width: 48rem)').addEventListener('change', () => menu.hidePopover(), { signal })
  }
}

/** Moves the focus from the last link to the button and back, while the menu is open. */
function wrapFocus(event: KeyboardEvent, stops: readonly HTMLElement[]) {
  const [first, last] = [stops[0], stops.at(-1)]
  if (event.key !== 'Tab' || first?.getAttribute('aria-expanded') !== 'true') return
  const from = event.shiftKey ? first : last
  const to = event.shiftKey ? last : first
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'site-menu': ElementAttributes<SiteMenu>
    }
  }
}

customElements.define('site-menu', SiteMenu)
