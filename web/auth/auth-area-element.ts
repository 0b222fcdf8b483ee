import { type ElementAttributes, findPart, PageElement } from '../ui/page-element.ts'
import { switchTabs } from '../ui/tabs-behaviour.ts'
import { toast } from '../ui/toast.ts'
import { type AuthRequest, sendAuthRequest, sessionKeeper } from './auth-page-session.ts'
import type { MailLink } from './mail-link.ts'
import { prefetchPortal } from './prefetch-portal.ts'
import { forgetMailLink, takeMailLink } from './stored-mail-link.ts'

/** The panels for the second step of sign-in: the code of an app, shown by default, and the recovery code. */
const secondSteps = ['two-step', 'recovery-code']

/**
 * The sign-in area of /auth: tabs, panels of which one is open, and the buttons of other providers. A button with a
 * value opens the panel of that name. The forms in the panels send their requests through this element.
 */
class AuthArea extends PageElement {
  #opened = 'sign-in'
  #failure: string | undefined
  #link: MailLink | undefined
  #isEntering = false

  /** The mail link that the visitor has opened, until it is used or dismissed. */
  get link() {
    return this.#link
  }

  protected enter(signal: AbortSignal) {
    this.#link = takeMailLink()
    for (const button of this.querySelectorAll('button')) button.disabled = false
    switchTabs(this, ({ value }) => this.#open(value), signal)
    this.addEventListener('click', (event) => this.#follow(event), { signal })
    prefetchPortal(this, signal)
    signal.addEventListener(
      'abort',
      sessionKeeper.subscribe(() => this.#draw()),
    )
    this.#draw()
  }

  /** Shows an error above the forms until the next attempt or another panel. */
  fail(message: string | undefined) {
    this.#failure = message
    this.#draw()
  }

  /**
   * Sends a request and returns whether it succeeded. A failure is shown above the forms and in a toast with this
   * title.
   */
  async attempt(failureTitle: string, request: AuthRequest): Promise<boolean> {
    this.fail(undefined)
    const reason = await sendAuthRequest(request)
    if (reason === undefined) return true
    this.fail(reason)
    toast.error({ title: failureTitle, description: reason })
    return false
  }

  /** Continues after a mail link was used: to the portal, to the new password, or to sign-in. */
  leaveLink() {
    forgetMailLink()
    this.#link = undefined
    this.#draw()
  }

  #follow({ target }: Event) {
    const opener = target instanceof Element && target.closest<HTMLButtonElement>('auth-panel button[value]')
    if (opener) this.#open(opener.value)
  }

  #open(panel: string) {
    this.#opened = panel
    this.#link = undefined
    this.fail(undefined)
  }

  #draw() {
    // A mail link is shown even to a signed-in person, since it may be about another account.
    if (this.#link) {
      this.#show(this.#link.type)
      return this.#sayFailure(this.#failure)
    }
    const session = sessionKeeper.current()
    const isIn = session.status === 'signed-in'
    if (isIn && !session.isRecovering && !session.owesCode) return this.#enterPortal()
    const owesCode = isIn && session.owesCode
    if (secondSteps.includes(this.#opened) !== owesCode) this.#opened = owesCode ? 'two-step' : 'sign-in'
    const shown = isIn && !owesCode ? 'new-password' : this.#opened
    this.#show(shown)
    this.#sayFailure(this.#failure ?? (session.status === 'signed-out' ? session.notice : undefined))
  }

  #show(name: string) {
    const tabs = this.querySelector<HTMLElement>('[role=tablist]')
    const isTab = tabs?.querySelector(`[value=${name}]`) != null
    if (tabs) tabs.hidden = !isTab
    this.querySelector('auth-providers')?.offer(isTab)

    const panels = [...this.querySelectorAll('auth-panel')]
    // The focus moves from a closed panel to the one that replaces it.
    const hadFocus = panels.filter((panel) => panel.name !== name).map((panel) => panel.close())
    panels.find((panel) => panel.name === name)?.open(hadFocus.includes(true))
  }

  /** The text of the error is set after its box appears, so that screen readers announce it. */
  #sayFailure(message: string | undefined) {
    const text = findPart(this, 'failure-text')
    if (message === text.textContent) return
    findPart(this, 'failure').hidden = message === undefined
    text.textContent = message ?? ''
  }

  /**
   * Sends a signed-in person on to the dashboard, unless they have to choose a new password first
   * (docs/specification/sign-in.md#page).
   */
  #enterPortal() {
    if (this.#isEntering) return
    this.#isEntering = true
    window.location.replace('/dashboard')
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'auth-area': AuthArea
  }
  interface ElementParts {
    failure: HTMLElement
    'failure-text': HTMLElement
  }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'auth-area': ElementAttributes<AuthArea>
    }
  }
}

customElements.define('auth-area', AuthArea)
