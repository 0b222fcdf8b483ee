import { type ElementAttributes, PageElement } from '../ui/page-element.ts'
import { sessionKeeper } from './auth-page-session.ts'

/** Shows the email address of the signed-in person. */
class SessionEmail extends PageElement {
  protected enter(signal: AbortSignal) {
    const draw = () => {
      const session = sessionKeeper.current()
      if (session.status === 'signed-in') this.textContent = session.user.email
    }
    signal.addEventListener('abort', sessionKeeper.subscribe(draw))
    draw()
  }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'session-email': ElementAttributes<SessionEmail>
    }
  }
}

customElements.define('session-email', SessionEmail)
