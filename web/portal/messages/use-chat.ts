import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'
import { readProject } from '../../lib/project.ts'
import { supabase } from '../../lib/supabase.ts'
import { useMe } from '../me/me.ts'
import { catchUp } from './catch-up.ts'
import { type ChatConnection, type ConnectionState, openChat, RECONNECT_DELAY_MS } from './chat-connection.ts'
import { type ChatLog, discard, merge, type OutgoingMessage, readOutgoing, refuseFirst, write } from './chat-log.ts'
import type { ChatMessage, Received } from './chat-protocol.ts'
import { ONLINE_USERS, ROOM } from './chat-queries.ts'

/** A message nobody acknowledged for so long was sent into a connection that is dead without saying so. */
const ACKNOWLEDGE_LIMIT_MS = 10_000

export type Chat = {
  state: ConnectionState
  log: ChatLog
  /**
   * What was said before; a failure is not shown (docs/specification/messages.md#failures), and nothing is claimed in
   * its place.
   */
  history: 'loading' | 'loaded' | 'failed'
  /** Who has begun or ended typing since the connection was made, by their id. */
  typing: ReadonlyMap<string, boolean>
  send: (content: string) => void
  sendAgain: (clientId: string) => void
  discard: (clientId: string) => void
  setTyping: (isTyping: boolean) => void
  reconnect: () => void
}

/** The chat of the person's agency, kept connected as long as the screen is open. */
export function useChat(): Chat {
  const me = useMe()
  const queryClient = useQueryClient()
  const draftKey = `${me.id}/chat-outgoing`
  const [state, setState] = useState<ConnectionState>('connecting')
  const [history, setHistory] = useState<Chat['history']>('loading')
  const [typing, setTyping] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [log, setLog] = useState<ChatLog>(() => ({ messages: [], outgoing: readOutgoing(readDraft(draftKey)) }))
  const latest = useRef(log)
  const connection = useRef<ChatConnection>(undefined)

  const change = useCallback(
    (next: (log: ChatLog) => ChatLog) => {
      latest.current = next(latest.current)
      setLog(latest.current)
      const { outgoing } = latest.current
      if (outgoing.length > 0) keepDraft(draftKey, { outgoing })
      else dropDraft(draftKey)
    },
    [draftKey],
  )

  /** What went out by the connection there is: no reason to send it again as long as that lives. */
  const posted = useRef(new Set<string>())
  const post = useCallback(({ clientId, content }: OutgoingMessage) => {
    const frame = { type: 'message', content, messageType: 'text', metadata: { clientId } } as const
    if (connection.current?.send(frame)) posted.current.add(clientId)
  }, [])

  useEffect(() => {
    /** What was known before the pause whose messages are still missing. */
    let knownBefore: readonly ChatMessage[] | undefined
    let retry: ReturnType<typeof setTimeout> | undefined
    let isGone = false

    /** An answer still on its way is older than what made this necessary, and the very first would be waited for. */
    async function refreshOnlineUsers() {
      await queryClient.cancelQueries({ queryKey: ONLINE_USERS })
      await queryClient.invalidateQueries({ queryKey: ONLINE_USERS })
    }

    const hear = (frame: Received) => {
      switch (frame.type) {
        case 'auth_success':
          setTyping(new Map())
          void refreshOnlineUsers()
          knownBefore ??= latest.current.messages
          void afterWelcome(knownBefore)
          return
        case 'new_message':
          return change((log) => merge(log, [frame.message]))
        case 'user_joined':
        case 'user_left':
          return void refreshOnlineUsers()
        case 'user_typing':
          return setTyping((typing) => new Map(typing).set(frame.userId, frame.isTyping))
        case 'error':
          console.info('The chat refused something:', frame.message)
          return change(refuseFirst)
      }
    }

    function wasRefused(message: string) {
      console.info('The chat did not let this person in:', message)
      // If the session is over, the answer to this says so, and leads to the sign-in page.
      void refreshOnlineUsers()
    }

    /**
     * What was missed comes first. What waits for an answer is sent again even if it is found there: the server that
     * stored it may have died before it told the others. It is stored once, however often it is sent.
     */
    async function afterWelcome(known: readonly ChatMessage[]) {
      clearTimeout(retry)
      try {
        const missed = await catchUp(known)
        if (isGone) return
        knownBefore = undefined
        const unanswered = latest.current.outgoing.filter(
          (message) => !message.isRefused && !posted.current.has(message.clientId),
        )
        change((log) => merge(log, missed))
        setHistory('loaded')
        for (const message of unanswered) post(message)
      } catch (error) {
        console.info('The chat history did not load:', error)
        setHistory((before) => (before === 'loading' ? 'failed' : before))
        if (!isGone) retry = setTimeout(() => void afterWelcome(known), RECONNECT_DELAY_MS)
      }
    }

    void readProject().then(({ supabaseUrl }) => {
      if (isGone) return
      const url = `${supabaseUrl.replace(/^http/, 'ws')}/functions/v1/chat`
      connection.current = openChat({
        url,
        token: accessToken,
        roomId: ROOM,
        onState(state) {
          if (state !== 'connected') posted.current.clear()
          setState(state)
        },
        onRefused: wasRefused,
        onFrame: hear,
      })
    })
    return () => {
      isGone = true
      clearTimeout(retry)
      connection.current?.close()
      connection.current = undefined
    }
  }, [queryClient, change, post])

  useEffect(() => {
    const now = () => document.visibilityState === 'visible' && connection.current?.check()
    const lost = () => connection.current?.restart()
    window.addEventListener('online', now)
    window.addEventListener('offline', lost)
    document.addEventListener('visibilitychange', now)
    return () => {
      window.removeEventListener('online', now)
      window.removeEventListener('offline', lost)
      document.removeEventListener('visibilitychange', now)
    }
  }, [])

  const waiting = state === 'connected' ? log.outgoing.find(({ isRefused }) => !isRefused)?.clientId : undefined
  useEffect(() => {
    if (waiting === undefined) return
    const timer = setTimeout(() => connection.current?.restart(), ACKNOWLEDGE_LIMIT_MS)
    return () => clearTimeout(timer)
  }, [waiting])

  const send = useCallback(
    (content: string) => {
      const message = { clientId: crypto.randomUUID(), content, writtenAt: new Date().toISOString() }
      change((log) => write(log, message))
      post(message)
    },
    [change, post],
  )

  const sendAgain = useCallback(
    (clientId: string) => {
      const refused = latest.current.outgoing.find((message) => message.clientId === clientId)
      if (!refused) return
      const { isRefused: _, ...message } = refused
      change((log) => write(discard(log, clientId), message))
      post(message)
    },
    [change, post],
  )

  const tellTyping = useCallback((isTyping: boolean) => void connection.current?.send({ type: 'typing', isTyping }), [])
  const reconnect = useCallback(() => connection.current?.reconnect(), [])

  const giveUp = useCallback((clientId: string) => change((log) => discard(log, clientId)), [change])

  return { state, log, history, typing, send, sendAgain, discard: giveUp, setTyping: tellTyping, reconnect }
}

async function accessToken(): Promise<string | undefined> {
  const { data } = await (await supabase()).auth.getSession()
  return data.session?.access_token
}
