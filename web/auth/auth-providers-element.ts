import type { Provider } from '@supabase/auth-js'
import { runOnce } from '../lib/run-once.ts'
import { readProject } from '../lib/supabase-project.ts'
import { type ElementAttributes, PageElement } from '../ui/page-element.ts'
import { authAddress } from './auth-address.ts'
import { sessionKeeper } from './auth-page-session.ts'
import { closestAuthArea } from './closest-auth-area.ts'
import { enabledProviders, providerLabel } from './providers.ts'

/**
 * Buttons for the sign-in providers of this installation, cloned from the button in the markup. The providers are
 * requested only once it is known that the person has to sign in.
 */
class AuthProviders extends PageElement {
  #isWanted = false
  #isDrawn = false
  readonly #drawOnce = runOnce(() => this.#draw())

  protected enter(signal: AbortSignal) {
    const look = () => {
      if (sessionKeeper.current().status === 'signed-out') void this.#drawOnce()
    }
    signal.addEventListener('abort', sessionKeeper.subscribe(look))
    look()
  }

  /** Shows the buttons of the sign-in providers if the open panel has a place for them. */
  offer(isWanted: boolean) {
    this.#isWanted = isWanted
    this.#show()
  }

  #show() {
    this.hidden = !(this.#isWanted && this.#isDrawn)
  }

  async #draw() {
    const providers = await readProviders()
    const sample = this.querySelector('button')
    sample?.replaceWith(...providers.map((provider) => this.#buttonFor(provider, sample.className)))
    this.#isDrawn = providers.length > 0
    this.#show()
  }

  #buttonFor(provider: Provider, look: string) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = look
    button.textContent = `Continue with ${providerLabel(provider)}`
    const leave = () =>
      closestAuthArea(this).attempt('Sign in failed', (auth) =>
        auth.signInWithOAuth({ provider, options: { redirectTo: authAddress() } }),
      )
    button.addEventListener('click', () => void leave())
    return button
  }
}

/** If the list of sign-in providers cannot be read, no buttons are shown; the password form still works. */
async function readProviders(): Promise<Provider[]> {
  try {
    const { supabaseUrl, supabaseAnonKey } = await readProject()
    const response = await fetch(`${supabaseUrl}/auth/v1/settings`, { headers: { apikey: supabaseAnonKey } })
    return response.ok ? enabledProviders(await response.json()) : []
  } catch {
    return []
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'auth-providers': AuthProviders
  }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'auth-providers': ElementAttributes<AuthProviders>
    }
  }
}

customElements.define('auth-providers', AuthProviders)
