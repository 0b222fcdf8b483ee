import { part } from '../ui/page-element.ts'
import { type AddressAnswer, answerAddressLink } from './address-link.ts'
import { AuthFormElement, type FormMarkup, type Outcome } from './auth-form-element.ts'

/**
 * Asks whoever came by the link of a mail about another address, and then says what became of it. Not at once: programs that
 * look after a mailbox open links too.
 */
class AddressLinkForm extends AuthFormElement {
  protected async send(): Promise<Outcome> {
    const { link } = this.door
    let answer: AddressAnswer | undefined
    const isDone = await this.door.attempt('Address not changed', async () => {
      if (link) answer = await answerAddressLink(link)
      return { error: null }
    })
    if (isDone && answer) this.#say(answer)
    return 'staying'
  }

  #say({ address, needsPassword }: AddressAnswer) {
    part(this, 'address').textContent = address
    part(this, 'password-lost').hidden = !needsPassword
    part(this, 'done').hidden = false
    part(this, 'done').focus({ preventScroll: true })
    this.querySelector('form')?.remove()
  }
}

declare global {
  interface ElementParts {
    address: HTMLElement
    done: HTMLElement
    'password-lost': HTMLElement
  }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'address-link-form': FormMarkup
    }
  }
}

customElements.define('address-link-form', AddressLinkForm)
