import { type ElementAttributes, PageElement } from '../ui/page-element.ts'
import type { PanelName } from './panel-name.ts'

/**
 * A panel of /auth. A closed panel is empty, so that no password manager fills a hidden form; its input is restored
 * when it opens again.
 */
class AuthPanel extends PageElement {
  readonly #putAway: ChildNode[] = []

  get name() {
    return this.getAttribute('name')
  }

  protected enter(signal: AbortSignal) {
    signal.addEventListener('abort', () => this.#takeBack())
  }

  /** Closes the panel and returns whether the focus was in it. */
  close(): boolean {
    const hadFocus = this.contains(document.activeElement)
    this.hidden = true
    this.#putAway.push(...this.childNodes)
    this.replaceChildren()
    return hadFocus
  }

  /** A panel with `comes-by-itself` focuses its field when it opens, wherever the focus was. */
  open(takesFocus: boolean) {
    if (!this.hidden) return
    this.hidden = false
    this.#takeBack()
    if (this.hasAttribute('comes-by-itself')) this.querySelector('input')?.focus()
    else if (takesFocus) this.focus({ preventScroll: true })
  }

  #takeBack() {
    this.append(...this.#putAway.splice(0))
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'auth-panel': AuthPanel
  }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'auth-panel': ElementAttributes<AuthPanel> & { name: PanelName; 'comes-by-itself'?: boolean | undefined }
    }
  }
}

customElements.define('auth-panel', AuthPanel)
