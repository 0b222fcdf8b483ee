import { type Markup, PageElement } from '../../ui/page-element.ts'

/**
 * Holds the menu, a popover that the browser opens and closes, and its button. This adds what a popover does not do: the
 * state on the button, Tab going round in it while it is open, and closing it when the window grows.
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

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'site-menu': Markup<SiteMenu>
    }
  }
}

customElements.define('site-menu', SiteMenu)
