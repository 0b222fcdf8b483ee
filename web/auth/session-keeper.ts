import type { GoTrueClient, Session as StoredSession } from '@supabase/auth-js'
import { type AuthRedirect, isPasswordLink } from '../auth-redirect/auth-redirect.ts'
import { dropAllDrafts } from '../lib/drafts.ts'
import { ACCOUNT_DEACTIVATED, messageOf } from '../lib/errors.ts'
import { runOnce } from '../lib/run-once.ts'
import { readProject } from '../lib/supabase-project.ts'
import { takeTabMessage } from '../lib/tab-message.ts'
import { showToastOnNextPage } from '../ui/next-page-toast.ts'
import { consumeArrival } from './consume-arrival.ts'
import { type AuthLink, firstAddressConfirmed } from './mail-link.ts'
import { forgetPasswordChoice, notePasswordChoice, owesPassword, PASSWORD_CHOICE } from './password-choice.ts'
import { forgetSecondStep, hasRecoveryCodes, needsSecondStep } from './second-step.ts'
import { type AuthConnection, loadingSession, type Session } from './session.ts'

/** The result of using a mail link. */
type UsedLink = { error: unknown; end: 'in' | 'half-way' | 'over' | undefined }

/** The sessionStorage key under which the portal leaves the reason of a sign-out for /auth. */
export const SIGN_OUT_NOTICE = 'session-notice'

const SESSION_ENDED = 'Your session has ended. Please sign in again.'

const SIGN_OUT_PATIENCE_MS = 3000

type Options = {
  /** Called before the listeners, for a person whom a mail link or a provider has signed in. */
  greet?: (stored: StoredSession) => Promise<void>
  /** Reads a stored session that is still valid, which then counts before the auth client is loaded by `client`. */
  readStored?: (sessionKey: string) => StoredSession | undefined
}

/** Tracks the session from the first read on. It works without React, which /auth does not load. */
export class SessionKeeper {
  readonly #connect: () => Promise<AuthConnection>
  readonly #greet: (stored: StoredSession) => Promise<void>
  readonly #readStored: Options['readStored']
  readonly #listeners = new Set<() => void>()
  #session: Session = loadingSession
  #arrival: AuthRedirect | undefined
  #followsStorage = false
  #isLeaving = false
  #isRenewalOwed = false
  #renewal: Promise<void> | undefined
  #usedLinkType: AuthLink['type'] | undefined
  /** The latest session that the auth client has announced. */
  #latest: StoredSession | null = null

  constructor(connect: () => Promise<AuthConnection>, { greet = async () => {}, readStored }: Options = {}) {
    this.#connect = runOnce(connect)
    this.#greet = greet
    this.#readStored = readStored
  }

  readonly current = (): Session => this.#session

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    this.#startQuietly()
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Reads the session again after the backend did not answer. */
  readonly retry = () => {
    // The auth client caches a failed token refresh for a minute; reloading the page clears that cache.
    if (this.#isRenewalOwed) return window.location.reload()
    this.#change(loadingSession)
    this.#startQuietly()
  }

  /** The auth client for a sign-in or a change of the account; the session follows the result. */
  readonly client: () => Promise<GoTrueClient> = runOnce(async () => {
    // The redirect's parameters are kept until the backend answers, since they are already removed from the address.
    this.#arrival = consumeArrival() ?? this.#arrival
    const connection = await this.#connect()
    // A redirect from a mail or a provider takes precedence over a stored session, which may belong to another person.
    const failure = this.#arrival && (await this.#arrive(connection.auth, this.#arrival))
    this.#follow(connection, failure ?? takeTabMessage(SIGN_OUT_NOTICE))
    return connection.auth
  })

  /**
   * Signs out everywhere and loads the home page, so that no data of the session stays in memory. Does so even if the
   * backend fails or is slow, since the person asked to leave this browser (docs/specification/sessions.md#sign-out).
   */
  readonly signOut = async () => {
    this.#isLeaving = true
    forgetPasswordChoice()
    forgetSecondStep()
    dropAllDrafts()
    const { sessionKey } = await readProject()
    try {
      await Promise.race([this.#connect().then(({ auth }) => auth.signOut()), patience()])
    } catch (error) {
      console.info('The server could not be reached to sign out:', error)
    }
    localStorage.removeItem(sessionKey)
    // The home page cannot load offline; the portal's cached page shows that the person is signed out
    // (portal-layout.tsx).
    window.location.assign(navigator.onLine ? '/' : '/dashboard')
  }

  /** Ends the session on this device alone, and stays on the page. */
  readonly stepBack = async () => {
    const { auth, sessionKey } = await this.#connect()
    await Promise.race([auth.signOut({ scope: 'local' }).catch(() => undefined), patience()])
    localStorage.removeItem(sessionKey)
    this.#leave(undefined)
  }

  /**
   * Uses a mail link. `over` means that the link is not valid, and an existing session stays. Without an `end` the link was not
   * used, and `error` says why.
   */
  readonly useLink = async ({ type, tokenHash }: AuthLink): Promise<UsedLink> => {
    const auth = await this.client()
    // Known before the session arrives, since listeners are told of both at once.
    this.#usedLinkType = type
    const { data, error } = await auth.verifyOtp({ type, token_hash: tokenHash }).finally(() => {
      this.#usedLinkType = undefined
    })
    if (error || !data.session) {
      return error ? { error, end: error.code === 'otp_expired' ? 'over' : undefined } : { error, end: 'half-way' }
    }
    if (!isPasswordLink(type)) await this.#greet(data.session)
    return { error, end: 'in' }
  }

  /** Ends a password recovery after the new password is set. */
  readonly finishRecovery = () => {
    forgetPasswordChoice()
    if (this.#session.status === 'signed-in') this.#change({ ...this.#session, isRecovering: false })
  }

  /**
   * Refreshes a refused token once, since this computer's clock may be the cause. If the refresh is refused too, the session is
   * over.
   */
  readonly renewOrEnd = async () => {
    const { auth, sessionKey } = await this.#connect()
    this.#renewal ??= auth
      .refreshSession()
      .then(({ error }) => {
        if (!error || error.name === 'AuthRetryableFetchError') return
        localStorage.removeItem(sessionKey)
        this.#leave(error.code === 'user_banned' ? ACCOUNT_DEACTIVATED : SESSION_ENDED)
      })
      .finally(() => {
        this.#renewal = undefined
      })
    return this.#renewal
  }

  #startQuietly() {
    this.#start().catch(() => this.#change({ status: 'unreachable' }))
  }

  readonly #start = runOnce(async () => {
    this.#arrival = consumeArrival() ?? this.#arrival
    if (!this.#readStored || this.#arrival) return void (await this.client())
    const { sessionKey } = await readProject()
    // The listener comes first, so that no change in another tab falls between.
    this.#followStorage(sessionKey)
    const session = this.#readStored(sessionKey)
    if (!session) return void (await this.client())
    this.#latest = session
    await this.#enter(session)
  })

  /** Follows other tabs, which sign out or in as somebody else in the storage that they share. */
  #followStorage(sessionKey: string) {
    if (this.#followsStorage) return
    this.#followsStorage = true
    window.addEventListener('storage', ({ key, newValue }) => {
      if (key === PASSWORD_CHOICE && this.#latest) return void this.#enter(this.#latest)
      if (key !== sessionKey) return
      // An offline tab announces its sign-out only by clearing the storage.
      if (newValue === null) this.#leave(SESSION_ENDED)
      // The auth client reads the storage when it has loaded, and hears of later sessions itself.
      else this.client().catch((error: unknown) => console.info('The session could not be read again:', error))
    })
  }

  #change(next: Session) {
    this.#session = next
    for (const listener of this.#listeners) listener()
  }

  /** Signs in with the parameters of a redirect. Returns an error message if that fails. */
  async #arrive(auth: GoTrueClient, arrival: AuthRedirect): Promise<string | undefined> {
    if (arrival.kind === 'failure') return arrival.message
    if (arrival.kind === 'half-way') {
      // A signed-in person is sent to the portal, and reads there that the first address is confirmed.
      showToastOnNextPage(firstAddressConfirmed)
      return `${firstAddressConfirmed.title}. ${firstAddressConfirmed.description}`
    }
    const { data, error } = await auth.setSession({
      access_token: arrival.accessToken,
      refresh_token: arrival.refreshToken,
    })
    if (error) return messageOf(error, 'This link did not work. Please try again.')
    if (data.session) notePasswordChoice(data.session.user.id, arrival.choosesPassword)
    if (data.session && !arrival.choosesPassword) await this.#greet(data.session)
  }

  /** Follows the auth client, which refreshes the token and synchronizes tabs. */
  #follow({ auth, sessionKey }: AuthConnection, notice: string | undefined) {
    // The auth client awaits the returned promise, so that a sign-in resolves with the session and its second step
    // known.
    auth.onAuthStateChange(async (event, current) => {
      if (this.#isLeaving) return
      this.#latest = current
      if (current) await this.#enter(current)
      // The auth client removes a refused session from storage; a session that is still stored could not be refreshed
      // because nobody answered.
      else if (event === 'INITIAL_SESSION' && localStorage.getItem(sessionKey) !== null) this.#couldNotRenew()
      else this.#leave(event === 'INITIAL_SESSION' ? notice : SESSION_ENDED)
    })
    this.#followStorage(sessionKey)
  }

  #couldNotRenew() {
    this.#isRenewalOwed = true
    this.#change({ status: 'unreachable' })
  }

  async #enter(stored: StoredSession) {
    const { id, email = '' } = stored.user
    if (this.#usedLinkType) notePasswordChoice(id, isPasswordLink(this.#usedLinkType))
    const owed = { owesCode: await needsSecondStep(stored), hasRecoveryCodes: hasRecoveryCodes(stored) }
    // The session may have changed or ended while its second step was being looked up.
    if (this.#isLeaving || this.#latest !== stored) return
    const isRecovering = owesPassword(id)
    // Token refreshes arrive as session events too, and change nothing on the screen.
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
    forgetPasswordChoice()
    forgetSecondStep()
    if (this.#isLeaving || this.#session.status === 'signed-out') return
    this.#change(notice === undefined ? { status: 'signed-out' } : { status: 'signed-out', notice })
  }
}

const patience = () => new Promise((resolve) => setTimeout(resolve, SIGN_OUT_PATIENCE_MS))
