import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'
import { readProject } from '../../lib/project.ts'
import { supabase } from '../../lib/supabase.ts'
import { useMe } from '../me/me.ts'
import { catchUp } from './catch-up.ts'
import { type ChatConnection, type ConnectionState, openChat } from './chat-connection.ts'
import { type ChatLog, merge, type OutgoingMessage, readOutgoing } from './chat-log.ts'
import type { Received } from './chat-protocol.ts'
import { ONLINE_USERS, ROOM } from './chat-queries.ts'

/** A message nobody acknowledged for so long was sent into a connection that is dead without saying so. */
const ACKNOWLEDGE_LIMIT_MS = 10_000

export type Chat = {
  state: ConnectionState
  log: ChatLog
  /** What was said before; a failure is not shown (spec 2§8), and nothing is claimed in its place. */
  history: 'loading' | 'loaded' | 'failed'
  /** The ids of those who are typing. */
  typing: ReadonlySet<string>
  send: (content: string) => void
  sendAgain: (clientId: string) => void
  setTyping: (isTyping: boolean) => void
  reconnect: () => void
}

/** The chat of the person's agency, kept connected as long as the screen is open. */
export function useChat(): Chat {
  const me = useMe()
  const queryClient = useQueryClient()
  const draftKey = `${me.id}/chat-outgoing`
  const [state, setState] = useState<ConnectionState>('not connected')
  const [history, setHistory] = useState<Chat['history']>('loading')
  const [typing, setTypists] = useState<ReadonlySet<string>>(new Set())
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

  const post = useCallback(({ clientId, content }: OutgoingMessage) => {
    connection.current?.send({ type: 'message', content, messageType: 'text', metadata: { clientId } })
  }, [])

  useEffect(() => {
    /** An answer still on its way is older than what made this necessary, and the very first would be waited for. */
    async function refreshOnlineUsers() {
      await queryClient.cancelQueries({ queryKey: ONLINE_USERS })
      await queryClient.invalidateQueries({ queryKey: ONLINE_USERS })
    }

    const hear = (frame: Received) => {
      switch (frame.type) {
        case 'auth_success':
          setTypists(new Set())
          void refreshOnlineUsers()
          void afterWelcome()
          return
        case 'new_message':
          return change((log) => merge(log, [frame.message]))
        case 'user_joined':
        case 'user_left':
          return void refreshOnlineUsers()
        case 'user_typing':
          return setTypists((typists) => withOrWithout(typists, frame.userId, frame.isTyping))
        case 'error':
          console.info('The chat refused something:', frame.message)
          // Answers come in the order of what was sent.
          return change(({ messages, outgoing: [refused, ...others] }) => ({
            messages,
            outgoing: refused ? [{ ...refused, isRefused: true }, ...others] : [],
          }))
      }
    }

    function wasRefused(message: string) {
      console.info('The chat did not let this person in:', message)
      // If the session is over, the answer to this says so, and leads to the sign-in page.
      void refreshOnlineUsers()
    }

    /** What was missed comes first, so that only what the server never got is sent again. */
    async function afterWelcome() {
      try {
        const missed = await catchUp(latest.current.messages)
        change((log) => merge(log, missed))
        setHistory('loaded')
        for (const message of latest.current.outgoing) if (!message.isRefused) post(message)
      } catch (error) {
        console.info('The chat history did not load:', error)
        setHistory((before) => (before === 'loading' ? 'failed' : before))
      }
    }

    let isGone = false
    void readProject().then(({ supabaseUrl }) => {
      if (isGone) return
      const url = `${supabaseUrl.replace(/^http/, 'ws')}/functions/v1/chat`
      connection.current = openChat({
        url,
        token: accessToken,
        roomId: ROOM,
        onState: setState,
        onRefused: wasRefused,
        onFrame: hear,
      })
    })
    return () => {
      isGone = true
      connection.current?.close()
      connection.current = undefined
    }
  }, [queryClient, change, post])

  useEffect(() => {
    const now = () => document.visibilityState === 'visible' && connection.current?.reconnect()
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

  const isWaiting = state === 'connected' && log.outgoing.some(({ isRefused }) => !isRefused)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => connection.current?.restart(), ACKNOWLEDGE_LIMIT_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])

  const send = useCallback(
    (content: string) => {
      const message = { clientId: crypto.randomUUID(), content, writtenAt: new Date().toISOString() }
      change(({ messages, outgoing }) => ({ messages, outgoing: [...outgoing, message] }))
      post(message)
    },
    [change, post],
  )

  const sendAgain = useCallback(
    (clientId: string) => {
      const refused = latest.current.outgoing.find((message) => message.clientId === clientId)
      if (!refused) return
      const { isRefused: _, ...message } = refused
      change(({ messages, outgoing }) => ({
        messages,
        outgoing: [...outgoing.filter((other) => other !== refused), message],
      }))
      post(message)
    },
    [change, post],
  )

  const setTyping = useCallback((isTyping: boolean) => void connection.current?.send({ type: 'typing', isTyping }), [])
  const reconnect = useCallback(() => connection.current?.reconnect(), [])

  return { state, log, history, typing, send, sendAgain, setTyping, reconnect }
}

async function accessToken(): Promise<string | undefined> {
  const { data } = await (await supabase()).auth.getSession()
  return data.session?.access_token
}

function withOrWithout(ids: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const others = [...ids].filter((other) => other !== id)
  return new Set(isIn ? [...others, id] : others)
}
