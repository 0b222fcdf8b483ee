import type { RealtimePostgresChangesPayload, SupabaseClient } from '@supabase/supabase-js'
import { expect } from 'vitest'
import { collectSystemMessages, join, topic } from './client.ts'

type ReceivedChange = RealtimePostgresChangesPayload<Record<string, unknown>>
type Subscription = { event?: '*'; schema: string; table?: string; filter?: string; select?: string[] }

export const soon = { timeout: 20_000, interval: 10 }
export const subscribed = 'Subscribed to PostgreSQL'
export const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** Subscribes, and waits until the server confirms the subscription. */
export async function listen(client: SupabaseClient, ...asked: Subscription[]) {
  const channel = client.channel(topic())
  const heard: ReceivedChange[] = []
  for (const wish of asked) {
    channel.on<Record<string, unknown>>('postgres_changes', { event: '*', ...wish }, (change) => heard.push(change))
  }
  const words = collectSystemMessages(channel)
  const { states } = await join(channel)
  await expect.poll(() => words, soon).toEqual([subscribed])
  return { channel, heard, states, brief: () => heard.map(({ eventType, new: now }) => [eventType, now]) }
}

export async function write(client: SupabaseClient, note: Record<string, unknown>): Promise<{ id: string }> {
  const { data, error } = await client.from('notes').insert(note).select().single()
  if (error) throw error
  return data
}

/** A unique name, so that tests do not affect each other. */
export const street = () => `Street ${crypto.randomUUID()}`
