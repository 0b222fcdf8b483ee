import { linkOver } from '../arrival/link-over.ts'
import { part } from '../ui/page-element.ts'
import { AuthFormElement, type FormMarkup, type SubmitResult } from './auth-form-element.ts'
import { keeper } from './auth-page-session.ts'
import { type AddressLink, type AuthLink, doneWords } from './mail-link.ts'
import { forgetMailLink } from './stored-mail-link.ts'
import { type AddressAnswer, useAddressLink } from './use-address-link.ts'

/**
 * Uses a mail link up on a click: mail filters open every link, some with a browser of their own, and would use it up
 * before the person sees the mail.
 */
class MailLinkForm extends AuthFormElement {
  protected async send(): Promise<SubmitResult> {
    const { link } = this.door
    if (!link) return 'staying'
    return 'tokenHash' in link ? this.#verify(link) : this.#changeAddress(link)
  }

  get #failureTitle() {
    return this.getAttribute('failure-title') ?? ''
  }

  async #verify(link: AuthLink): Promise<SubmitResult> {
    let end: 'in' | 'half-way' | 'over' | undefined
    await this.door.attempt(this.#failureTitle, async () => {
      const { error, ...verified } = await keeper.useLink(link)
      end = verified.end
      return { error: end === 'over' ? new Error(linkOver[link.type]) : error }
    })
    if (end === 'half-way') this.#say(doneWords.email_change())
    if (end === undefined || end === 'half-way') return 'staying'
    this.door.leaveLink()
    return end === 'in' ? 'leaving' : 'staying'
  }

  async #changeAddress(link: AddressLink): Promise<SubmitResult> {
    let answer: AddressAnswer | undefined
    const isDone = await this.door.attempt(this.#failureTitle, async () => {
      answer = await useAddressLink(link)
      return { error: null }
    })
    if (!isDone || !answer) return 'staying'
    part(this, 'password-lost').hidden = !answer.needsPassword
    this.#say(doneWords[link.type](answer.address))
    return 'staying'
  }

  #say(words: string) {
    forgetMailLink()
    part(this, 'done-text').textContent = words
    part(this, 'done').hidden = false
    part(this, 'done').focus({ preventScroll: true })
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
