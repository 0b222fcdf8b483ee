import { expiredLinkTexts } from '../auth-redirect/expired-link-texts.ts'
import { findPart } from '../ui/page-element.ts'
import { AuthFormElement, type FormMarkup, type SubmitResult } from './auth-form-element.ts'
import { sessionKeeper } from './auth-page-session.ts'
import { type AddressLink, type AuthLink, usedLinkTexts } from './mail-link.ts'
import { type ChangedAddress, redeemAddressLink } from './redeem-address-link.ts'
import { forgetMailLink } from './stored-mail-link.ts'

/**
 * Uses a mail link up on a click: mail filters open every link, some with a browser of their own, and would use it up
 * before the person sees the mail.
 */
class MailLinkForm extends AuthFormElement {
  protected async send(): Promise<SubmitResult> {
    const { link } = this.area
    if (!link) return 'staying'
    return 'tokenHash' in link ? this.#verify(link) : this.#changeAddress(link)
  }

  get #failureTitle() {
    return this.getAttribute('failure-title') ?? ''
  }

  async #verify(link: AuthLink): Promise<SubmitResult> {
    let end: 'in' | 'half-way' | 'over' | undefined
    await this.area.attempt(this.#failureTitle, async () => {
      const { error, ...verified } = await sessionKeeper.useLink(link)
      end = verified.end
      return { error: end === 'over' ? new Error(expiredLinkTexts[link.type]) : error }
    })
    if (end === 'half-way') this.#say(usedLinkTexts.email_change())
    if (end === undefined || end === 'half-way') return 'staying'
    this.area.leaveLink()
    return end === 'in' ? 'leaving' : 'staying'
  }

  async #changeAddress(link: AddressLink): Promise<SubmitResult> {
    let answer: ChangedAddress | undefined
    const isDone = await this.area.attempt(this.#failureTitle, async () => {
      answer = await redeemAddressLink(link)
      return { error: null }
    })
    if (!isDone || !answer) return 'staying'
    findPart(this, 'password-lost').hidden = !answer.needsPassword
    this.#say(usedLinkTexts[link.type](answer.address))
    return 'staying'
  }

  #say(words: string) {
    forgetMailLink()
    findPart(this, 'done-text').textContent = words
    findPart(this, 'done').hidden = false
    findPart(this, 'done').focus({ preventScroll: true })
    this.querySelector('form')?.remove()
  }
}

declare global {
  interface ElementParts {
    done: HTMLElement
    'done-text': HTMLElement
    'password-lost': HTMLElement
  }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'mail-link-form': FormMarkup & { 'failure-title': string }
    }
  }
}

customElements.define('mail-link-form', MailLinkForm)
