import type { Session as SupabaseSession } from '@supabase/supabase-js'
import { useSyncExternalStore } from 'react'
import { dropAllDrafts } from '../lib/drafts.ts'
import { messageOf } from '../lib/errors.ts'
import { forgetSession, onSessionForgotten, onTokenRefused, type Supabase, supabase } from '../lib/supabase.ts'
import { type MailLink, readMailLink } from './mail-link.ts'

export type Session =
  | { status: 'loading' }
  /** The backend did not answer when the page opened; `retrySession` asks again. */
  | { status: 'unreachable' }
  /** `isRecovering`: came by the mail for a forgotten password and has not chosen a new one yet. */
  | { status: 'signed-in'; user: { id: string; email: string }; isRecovering: boolean }
  /** `notice`: why somebody who did not ask to leave is out, in plain words. */
  | { status: 'signed-out'; notice?: string }

const SESSION_ENDED = 'Your session has ended. Please sign in again.'

const loading: Session = { status: 'loading' }
let session: Session = loading
const listeners = new Set<() => void>()
let starting: Promise<Supabase> | undefined
let isLeaving = false

/** Who sits in front of the screen. The first component that asks starts the session; a prerendered page never does. */
export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => loading,
  )
}

/** Asks the backend again after it did not answer. */
export function retrySession() {
  change(loading)
  startQuietly()
}

/** The client for somebody about to sign in or change who they are: whatever comes of it, the session follows. */
export function sessionClient(): Promise<Supabase> {
  starting ??= start().catch((error: unknown) => {
    starting = undefined
    throw error
  })
  return starting
}

/**
 * Signs out everywhere and leaves for the home page by loading it, so that nothing of the session stays in memory.
 * It does so even when the backend fails or is slow: the person asked to leave this browser.
 */
export async function signOut() {
  isLeaving = true
  sessionStorage.removeItem(RECOVERING)
  dropAllDrafts()
  try {
    const client = await supabase()
    await Promise.race([client.auth.signOut(), patience()])
  } catch (error) {
    console.info('Signing out did not reach the server:', error)
  }
  forgetSession()
  window.location.assign('/')
}

/** Ends a recovery: the new password is set. */
export function finishRecovery() {
  sessionStorage.removeItem(RECOVERING)
  if (session.status === 'signed-in') change({ ...session, isRecovering: false })
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (!starting) startQuietly()
  return () => {
    listeners.delete(listener)
  }
}

function change(next: Session) {
  session = next
  for (const listener of listeners) listener()
}

function startQuietly() {
  sessionClient().catch(() => change({ status: 'unreachable' }))
}

let arrival: MailLink | undefined

async function start(): Promise<Supabase> {
  // Kept until the backend answers: by then it is gone from the address.
  arrival = takeMailLink() ?? arrival
  const client = await supabase()
  // Before anything else is believed: who came by a link is that person, not the one whose session lay here.
  const failure = arrival && (await enterByMailLink(client, arrival))
  follow(client, failure)
  return client
}

/** Reads the mail link in the address and takes it out, also of the history. */
function takeMailLink(): MailLink | undefined {
  const link = readMailLink(window.location.hash)
  if (link) window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  return link
}

/** Returns why the link did not lead in, if it did not. */
async function enterByMailLink(client: Supabase, link: MailLink): Promise<string | undefined> {
  if (link.kind === 'failure') return link.message
  const { error } = await client.auth.setSession({ access_token: link.accessToken, refresh_token: link.refreshToken })
  if (error) return messageOf(error, 'This link did not work. Please try again.')
  if (link.isRecovery) sessionStorage.setItem(RECOVERING, 'yes')
  else sessionStorage.removeItem(RECOVERING)
}

/** In the tab's storage, so that reloading the page does not skip the new password. */
const RECOVERING = 'recovering-password'

/** Keeps up with supabase-js, which refreshes the token and hears what the other tabs do. */
function follow(client: Supabase, notice: string | undefined) {
  client.auth.onAuthStateChange((event, current) => {
    if (isLeaving) return
    if (current) enter(current)
    else leave(event === 'INITIAL_SESSION' ? notice : SESSION_ENDED)
  })
  // A tab that could not reach the backend signs out by emptying the storage alone.
  onSessionForgotten(() => leave(SESSION_ENDED))
  onTokenRefused(() => void endUnlessRenewed(client))
}

function enter({ user: { id, email = '' } }: SupabaseSession) {
  const isRecovering = sessionStorage.getItem(RECOVERING) !== null
  // Every refresh of the token passes here; nothing that is on the screen changes by it.
  const isKnown = session.status === 'signed-in' && session.user.id === id && session.isRecovering === isRecovering
  if (!isKnown) change({ status: 'signed-in', user: { id, email }, isRecovering })
}

function leave(notice: string | undefined) {
  sessionStorage.removeItem(RECOVERING)
  if (isLeaving || session.status === 'signed-out') return
  change(notice === undefined ? { status: 'signed-out' } : { status: 'signed-out', notice })
}

let renewal: Promise<void> | undefined

/** A refused token is renewed once: it may be this computer's clock. If that is refused too, the session is over. */
function endUnlessRenewed(client: Supabase) {
  renewal ??= client.auth
    .refreshSession()
    .then(({ error }) => {
      if (!error || error.name === 'AuthRetryableFetchError') return
      forgetSession()
      leave(SESSION_ENDED)
    })
    .finally(() => {
      renewal = undefined
    })
  return renewal
}

const SIGN_OUT_PATIENCE_MS = 3000
const patience = () => new Promise((resolve) => setTimeout(resolve, SIGN_OUT_PATIENCE_MS))
