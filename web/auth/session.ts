import type { GoTrueClient, Session as StoredSession } from '@supabase/auth-js'
import { type Arrival, isPasswordLink, queryAfterArrival, readArrival } from '../arrival/arrival.ts'
import { dropAllDrafts } from '../lib/drafts.ts'
import { DEACTIVATED, messageOf } from '../lib/errors.ts'
import { once } from '../lib/once.ts'
import { takeWord } from '../lib/tab-message.ts'
import { leaveToast } from '../ui/toast-left-behind.ts'
import { type AuthLink, halfWay } from './mail-link.ts'
import { forgetSecondStep, hasRecoveryCodes, owesSecondStep } from './second-step.ts'

export type Session =
  | { status: 'loading' }
  /** The backend did not answer when the page opened; `retry` asks again. */
  | { status: 'unreachable' }
  /**
   * `isRecovering`: came by the mail for a forgotten password, or by an invitation, and has not chosen a new one yet. `owesCode`: has an
   * authenticator app whose code was not typed in yet, and is shown nothing until then. `hasRecoveryCodes`: could type
   * in one of those instead.
   */
  | {
      status: 'signed-in'
      user: { id: string; email: string }
      isRecovering: boolean
      owesCode: boolean
      hasRecoveryCodes: boolean
    }
  /** `notice`: why somebody who did not ask to leave is out, in plain words. */
  | { status: 'signed-out'; notice?: string }

/** The official auth client, alone on /auth and as a part of supabase-js in the portal, and where it keeps its session. */
export type Connection = { auth: GoTrueClient; sessionKey: string }

/** What became of the link of a mail. */
type UsedLink = { error: unknown; end: 'in' | 'half-way' | 'over' | undefined }

/** Under which the portal leaves the word for /auth why somebody is out. */
export const NOTICE = 'session-notice'

const SESSION_ENDED = 'Your session has ended. Please sign in again.'

/** In the tab's storage, so that reloading the page does not skip the new password. */
const RECOVERING = 'recovering-password'

const SIGN_OUT_PATIENCE_MS = 3000

export const loading: Session = { status: 'loading' }

/** Knows who sits in front of the screen, from the first time that somebody asks. Without React: /auth has none. */
export class SessionKeeper {
  readonly #connect: () => Promise<Connection>
  readonly #greet: (stored: StoredSession) => Promise<void>
  readonly #listeners = new Set<() => void>()
  #session: Session = loading
  #arrival: Arrival | undefined
  #isLeaving = false
  #isRenewalOwed = false
  #renewal: Promise<void> | undefined
  /** The session that the auth client spoke of last. */
  #latest: StoredSession | null = null

  /** @param greet told of somebody whom the link of a mail or a provider has signed in, before any listener is */
  constructor(connect: () => Promise<Connection>, greet: (stored: StoredSession) => Promise<void> = async () => {}) {
    this.#connect = once(connect)
    this.#greet = greet
  }

  readonly current = (): Session => this.#session

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    this.#startQuietly()
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Asks the backend again after it did not answer. */
  readonly retry = () => {
    // The auth client remembers for a minute that a session could not be renewed; a new page does not.
    if (this.#isRenewalOwed) return window.location.reload()
    this.#change(loading)
    this.#startQuietly()
  }

  /** The client for somebody about to sign in or change who they are: whatever comes of it, the session follows. */
  readonly client: () => Promise<GoTrueClient> = once(async () => {
    // Kept until the backend answers: by then it is gone from the address.
    this.#arrival = takeArrival() ?? this.#arrival
    const connection = await this.#connect()
    // Before anything else is believed: who was sent back is that person, not the one whose session lay here.
    const failure = this.#arrival && (await this.#arrive(connection.auth, this.#arrival))
    this.#follow(connection, failure ?? takeWord(NOTICE))
    return connection.auth
  })

  /**
   * Signs out everywhere and leaves for the home page by loading it, so that nothing of the session stays in memory.
   * It does so even when the backend fails or is slow: the person asked to leave this browser.
   */
  readonly signOut = async () => {
    this.#isLeaving = true
    sessionStorage.removeItem(RECOVERING)
    forgetSecondStep()
    dropAllDrafts()
    const { auth, sessionKey } = await this.#connect()
    try {
      await Promise.race([auth.signOut(), patience()])
    } catch (error) {
      console.info('Signing out did not reach the server:', error)
    }
    localStorage.removeItem(sessionKey)
    // Without a network the home page cannot come: the portal's page says that they are out (portal-layout.tsx).
    window.location.assign(navigator.onLine ? '/' : '/dashboard')
  }

  /** Gives the session up, on this device alone, and stays on the page. */
  readonly stepBack = async () => {
    const { auth, sessionKey } = await this.#connect()
    await Promise.race([auth.signOut({ scope: 'local' }).catch(() => undefined), patience()])
    localStorage.removeItem(sessionKey)
    this.#leave(undefined)
  }

  /**
   * Uses the link of a mail up. `over`: it leads nowhere, and whoever is signed in stays so. Without an `end` it was not used, and
   * `error` says why.
   */
  readonly useLink = async ({ type, tokenHash }: AuthLink): Promise<UsedLink> => {
    const auth = await this.client()
    const before = sessionStorage.getItem(RECOVERING)
    // Before the session comes: the listeners are told of both at once.
    if (isPasswordLink(type)) sessionStorage.setItem(RECOVERING, 'yes')
    else sessionStorage.removeItem(RECOVERING)
    const { data, error } = await auth.verifyOtp({ type, token_hash: tokenHash })
    if (error || !data.session) {
      if (before === null) sessionStorage.removeItem(RECOVERING)
      else sessionStorage.setItem(RECOVERING, before)
      return error ? { error, end: error.code === 'otp_expired' ? 'over' : undefined } : { error, end: 'half-way' }
    }
    if (!isPasswordLink(type)) await this.#greet(data.session)
    return { error, end: 'in' }
  }

  /** Ends a recovery: the new password is set. */
  readonly finishRecovery = () => {
    sessionStorage.removeItem(RECOVERING)
    if (this.#session.status === 'signed-in') this.#change({ ...this.#session, isRecovering: false })
  }

  /** A refused token is renewed once: it may be this computer's clock. If that is refused too, the session is over. */
  readonly renewOrEnd = async () => {
    const { auth, sessionKey } = await this.#connect()
    this.#renewal ??= auth
      .refreshSession()
      .then(({ error }) => {
        if (!error || error.name === 'AuthRetryableFetchError') return
        localStorage.removeItem(sessionKey)
        this.#leave(error.code === 'user_banned' ? DEACTIVATED : SESSION_ENDED)
      })
      .finally(() => {
        this.#renewal = undefined
      })
    return this.#renewal
  }

  #startQuietly() {
    this.client().catch(() => this.#change({ status: 'unreachable' }))
  }

  #change(next: Session) {
    this.#session = next
    for (const listener of this.#listeners) listener()
  }

  /** Returns why the arrival did not lead in, if it did not. */
  async #arrive(auth: GoTrueClient, arrival: Arrival): Promise<string | undefined> {
    if (arrival.kind === 'failure') return arrival.message
    if (arrival.kind === 'half-way') {
      // Whoever is signed in goes on to the portal, and reads it there.
      leaveToast(halfWay)
      return `${halfWay.title}. ${halfWay.description}`
    }
    const { data, error } = await auth.setSession({
      access_token: arrival.accessToken,
      refresh_token: arrival.refreshToken,
    })
    if (error) return messageOf(error, 'This link did not work. Please try again.')
    if (arrival.choosesPassword) sessionStorage.setItem(RECOVERING, 'yes')
    else sessionStorage.removeItem(RECOVERING)
    if (data.session && !arrival.choosesPassword) await this.#greet(data.session)
  }

  /** Keeps up with the auth client, which refreshes the token and hears what the other tabs do. */
  #follow({ auth, sessionKey }: Connection, notice: string | undefined) {
    // The client waits for what is returned: after a sign-in it is known at once who is there and what they owe.
    auth.onAuthStateChange(async (event, current) => {
      if (this.#isLeaving) return
      this.#latest = current
      if (current) await this.#enter(current)
      // What was refused is gone from there. What lies there still could not be renewed, for want of an answer.
      else if (event === 'INITIAL_SESSION' && localStorage.getItem(sessionKey) !== null) this.#couldNotRenew()
      else this.#leave(event === 'INITIAL_SESSION' ? notice : SESSION_ENDED)
    })
    // A tab that could not reach the backend signs out by emptying the storage alone.
    window.addEventListener('storage', ({ key, newValue }) => {
      if (key === sessionKey && newValue === null) this.#leave(SESSION_ENDED)
    })
  }

  #couldNotRenew() {
    this.#isRenewalOwed = true
    this.#change({ status: 'unreachable' })
  }

  async #enter(stored: StoredSession) {
    const { id, email = '' } = stored.user
    const owed = { owesCode: await owesSecondStep(stored), hasRecoveryCodes: hasRecoveryCodes(stored) }
    // Meanwhile somebody else may have come, or nobody be there any more.
    if (this.#isLeaving || this.#latest !== stored) return
    const isRecovering = sessionStorage.getItem(RECOVERING) !== null
    // Every refresh of the token passes here; nothing that is on the screen changes by it.
    const isKnown =
      this.#session.status === 'signed-in' &&
      this.#session.user.id === id &&
      this.#session.user.email === email &&
      this.#session.isRecovering === isRecovering &&
      this.#session.owesCode === owed.owesCode &&
      this.#session.hasRecoveryCodes === owed.hasRecoveryCodes
    if (!isKnown) this.#change({ status: 'signed-in', user: { id, email }, isRecovering, ...owed })
  }

  #leave(notice: string | undefined) {
    this.#latest = null
    sessionStorage.removeItem(RECOVERING)
    forgetSecondStep()
    if (this.#isLeaving || this.#session.status === 'signed-out') return
    this.#change(notice === undefined ? { status: 'signed-out' } : { status: 'signed-out', notice })
  }
}

/** Reads what somebody was sent back with, and takes it out of the address, also of the history. */
function takeArrival(): Arrival | undefined {
  const { location, history } = window
  const arrival = readArrival(location)
  if (arrival) history.replaceState(history.state, '', location.pathname + queryAfterArrival(location.search))
  return arrival
}

const patience = () => new Promise((resolve) => setTimeout(resolve, SIGN_OUT_PATIENCE_MS))
