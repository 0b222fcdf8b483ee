import { type Markup, PageElement } from '../ui/page-element.ts'
import type { PanelName } from './panel-name.ts'

/**
 * One of the panels of /auth. While it is closed it is empty, so that no password manager meets a form that is not seen,
 * and what was typed into it is there again when it is opened.
 */
class AuthPanel extends PageElement {
  readonly #putAway: ChildNode[] = []

  get name() {
    return this.getAttribute('name')
  }

  protected enter(signal: AbortSignal) {
    signal.addEventListener('abort', () => this.#takeBack())
  }

  /** Returns whether the focus was in it. */
  close(): boolean {
    const hadFocus = this.contains(document.activeElement)
    this.hidden = true
    this.#putAway.push(...this.childNodes)
    this.replaceChildren()
    return hadFocus
  }

  /** What is asked for unexpectedly (`comes-by-itself`) takes the focus into its field, whoever had it. */
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
      'auth-panel': Markup<AuthPanel> & { name: PanelName; 'comes-by-itself'?: boolean | undefined }
    }
  }
}

customElements.define('auth-panel', AuthPanel)
