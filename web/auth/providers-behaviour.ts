import type { Provider } from '@supabase/auth-js'
import { once } from '../lib/once.ts'
import { readProject } from '../lib/project.ts'
import { backToAuth } from './back-to-auth.ts'
import type { Door } from './door.ts'
import { keeper } from './door-session.ts'
import { enabledProviders, providerLabel } from './providers.ts'

/**
 * A button for each provider of this installation, if it has any. Asked for only once it is known that somebody has to
 * sign in: until then, and where there is none, nothing stands there. Returns how to show them beside a panel.
 */
export function offerProviders(page: Document, { attempt }: Door, signal: AbortSignal): (isWanted: boolean) => void {
  const place = page.querySelector<HTMLElement>('[data-providers]')
  const list = page.querySelector('[data-provider-list]')
  const sample = list?.querySelector('button')
  let isWanted = false
  let isDrawn = false

  const show = () => {
    if (place) place.hidden = !(isWanted && isDrawn)
  }
  const buttonFor = (provider: Provider) => {
    const button = page.createElement('button')
    button.type = 'button'
    button.className = sample?.className ?? ''
    button.textContent = `Continue with ${providerLabel(provider)}`
    const leave = () =>
      attempt('Sign in failed', (auth) => auth.signInWithOAuth({ provider, options: { redirectTo: backToAuth() } }))
    button.addEventListener('click', () => void leave(), { signal })
    return button
  }
  const draw = async () => {
    const providers = await readProviders()
    list?.replaceChildren(...providers.map(buttonFor))
    isDrawn = providers.length > 0
    show()
  }
  const drawOnce = once(draw)
  const unsubscribe = keeper.subscribe(() => {
    if (keeper.current().status === 'signed-out') void drawOnce()
  })
  signal.addEventListener('abort', unsubscribe)

  return (wanted) => {
    isWanted = wanted
    show()
  }
}

/** Without an answer there are none: the form above is the way in. */
async function readProviders(): Promise<Provider[]> {
  try {
    const { supabaseUrl, supabaseAnonKey } = await readProject()
    const response = await fetch(`${supabaseUrl}/auth/v1/settings`, { headers: { apikey: supabaseAnonKey } })
    return response.ok ? enabledProviders(await response.json()) : []
  } catch {
    return []
  }
}
