import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createRoutesStub, Outlet, useLocation, useNavigate } from 'react-router'
import { MeContext } from '../portal/me/me.ts'
import { takePrefetched } from '../portal/prefetch/prefetched-answers.ts'
import { Shell } from '../portal/shell/shell.tsx'
import { VaultProvider } from '../portal/vault/vault-context.tsx'
import type { FakeBackend } from './fake-backend.ts'
import { ana, type Person } from './people.ts'

type Screens = Parameters<typeof createRoutesStub>[0]

interface PortalOptions {
  screens: Screens
  at: string
  as?: Person
}

/** A tab of the portal with this person signed in: the screens under test inside the real layout. */
export class Portal {
  static #open: Portal | undefined
  readonly backend: FakeBackend
  readonly #opening: Required<PortalOptions>
  #root: Root | undefined
  #place = { location: '', back: () => {} }

  private constructor(backend: FakeBackend, opening: Required<PortalOptions>) {
    this.backend = backend
    this.#opening = opening
  }

  static open(backend: FakeBackend, { as = ana, ...opening }: PortalOptions): Portal {
    signIn(as)
    globalThis.fetch = backend.fetch
    const { id, name: display_name, agency_id } = as
    const profiles = backend.table('user_profiles')
    const agencies = backend.table('agencies').rows.find((row) => row.id === agency_id) ?? null
    if (!profiles.rows.some((row) => row.id === id)) {
      profiles.insert({ id, display_name, agency_id, avatar_url: null, agencies })
    }
    const roles = backend.table('user_roles')
    if (!roles.rows.some((row) => row.user_id === id)) roles.insert(as.roles.map((role) => ({ user_id: id, role })))
    const portal = new Portal(backend, { as, ...opening })
    portal.#draw(opening.at)
    Portal.#open = portal
    return portal
  }

  /** Closes the tabs that the test left open, and returns their errors. */
  static close(): string[] {
    const portal = Portal.#open
    Portal.#open = undefined
    if (portal) portal.#root?.unmount()
    document.getElementById('portal')?.remove()
    return portal?.backend.problems ?? []
  }

  /** The path and query of the current screen. */
  get location(): string {
    return this.#place.location
  }

  back(): void {
    this.#place.back()
  }

  /** Reloads the page: the browser's storage stays, memory is lost. */
  reload(): void {
    const { location } = this
    this.#root?.unmount()
    this.#draw(location)
  }

  #draw(location: string) {
    const house = document.getElementById('portal') ?? document.body.appendChild(document.createElement('div'))
    house.id = 'portal'
    const Frame = () => <SignedIn me={this.#opening.as} onMove={(place) => Object.assign(this.#place, place)} />
    const elsewhere = { path: '*', Component: () => null }
    const Routes = createRoutesStub([{ Component: Frame, children: [...this.#opening.screens, elsewhere] }])
    this.#root = createRoot(house)
    this.#root.render(<Routes initialEntries={[location]} />)
  }
}

type SignedInProps = {
  me: NonNullable<ComponentProps<typeof MeContext>['value']>
  onMove: (place: { location: string; back: () => void }) => void
}

function SignedIn({ me, onMove }: SignedInProps) {
  const [queryClient] = useState(() => takePrefetched(me.id))
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  onMove({ location: pathname + search, back: () => void navigate(-1) })
  return (
    <QueryClientProvider client={queryClient}>
      <MeContext value={me}>
        <VaultProvider>
          <Shell>
            <Outlet />
          </Shell>
        </VaultProvider>
      </MeContext>
    </QueryClientProvider>
  )
}

/** The key under which supabase-js keeps the session of this backend. */
const SESSION_KEY = 'sb-backend-auth-token'

/** Years, because a test may set the clock: a session that seems to have ended is renewed by a request in the next test. */
const SESSION_SECONDS = 10 * 365 * 24 * 3600

function signIn({ id, email }: Person) {
  const expires_at = Math.floor(Date.now() / 1000) + SESSION_SECONDS
  const access_token = [{ alg: 'none' }, { sub: id, email, exp: expires_at, aal: 'aal1' }, {}]
    .map((part) => btoa(JSON.stringify(part)).replaceAll('=', ''))
    .join('.')
  const user = { id, email, aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '' }
  const session = {
    access_token,
    refresh_token: 'refresh',
    expires_in: SESSION_SECONDS,
    expires_at,
    token_type: 'bearer',
    user,
  }
  localStorage.setItem(SESSION_KEY, JSON.stringify(session))
}
