import { type Markup, PageElement } from '../ui/page-element.ts'
import { keeper } from './auth-page-session.ts'

/** Shows the address of the signed-in person. */
class SessionEmail extends PageElement {
  protected enter(signal: AbortSignal) {
    const draw = () => {
      const session = keeper.current()
      if (session.status === 'signed-in') this.textContent = session.user.email
    }
    signal.addEventListener('abort', keeper.subscribe(draw))
    draw()
  }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'session-email': Markup<SessionEmail>
    }
  }
}

customElements.define('session-email', SessionEmail)
