import type { Page } from '@playwright/test'
import { abe, ana, ben } from '../people.ts'
import { sendMessage } from '../portal/messages-scene.ts'
import type { Scene } from './scene.ts'
import { ScriptedChat } from './scripted-chat.ts'
import { type Row, said, withHistory, withOnline } from './scripted-messages.ts'

const path = '/dashboard/messages'
const MINUTE_MS = 60_000

/** A screenshot with a scripted chat, for states in which the demo's own chat does not stay. */
function scripted(name: string, rows: Row[], act: (page: Page, chat: ScriptedChat) => Promise<unknown>): Scene {
  const chats = new WeakMap<Page, ScriptedChat>()
  return {
    name: `messages-${name}`,
    path,
    person: ana,
    isWindowOnly: true,
    async before(page) {
      await withHistory(page, () => rows)
      await withOnline(page, ['Ana Reyes', 'Ben Carter'])
      chats.set(page, await ScriptedChat.on(page))
    },
    async prepare(page) {
      const chat = chats.get(page)
      if (chat) await act(page, chat)
    },
  }
}

const saidBefore = (contents: readonly string[], sender?: string): Row[] =>
  contents.map((content, index) => ({
    id: `${index}`,
    content,
    created_at: new Date(Date.now() - (contents.length - index) * 17 * MINUTE_MS).toISOString(),
    ...(sender === undefined ? {} : { sender_id: sender }),
  }))

const talk = [
  'Harbor Bakery approved the second box design.',
  'Both lids? I only sent the one with the lighthouse.',
  'The one with the lighthouse. Print file is due on Friday.',
]

const longTalk = [
  'https://files.mainstreet.test/harbor-bakery/2026/print/box-with-lighthouse-final-final-really-final-300dpi-cmyk.pdf?download=1&token=0123456789abcdef0123456789abcdef',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2),
  'Three things before noon:\n\n1. call the printer\n2. send the invoice to billing@example.com\n3. www.example.com is down again',
  'A long one. '.repeat(60),
]

const crowd = [
  'Ben Carter',
  'Abe Lindqvist',
  'Maximiliana Featherstonehaugh-Cholmondeley the Third',
  'Priya Raman',
  'Jo',
  'Theodora Vance',
  'Luis Ortega',
  'Noor Haddad',
]

function crowded(name: string, typing: number): Scene {
  const scene = scripted(name, saidBefore(talk), async (page) => {
    await page.getByRole('heading', { name: /Online Users \(8\)/ }).waitFor()
  })
  return {
    ...scene,
    async before(page) {
      await scene.before?.(page)
      await withOnline(page, crowd, typing)
    },
  }
}

export const messagesScenes: Scene[] = [
  { name: 'messages', path, person: ana, alongside: [ben, abe], isWindowOnly: true },
  { name: 'messages-empty', path, person: 'beginner', isWindowOnly: true },
  {
    ...scripted('connecting', saidBefore(talk), (page) => page.getByText('Connecting...').waitFor()),
    before: async (page) => {
      await withHistory(page, () => saidBefore(talk))
      ;(await ScriptedChat.on(page)).welcomes = false
    },
    isWaiting: true,
  },
  scripted('disconnected', saidBefore(talk), async (page, chat) => {
    await sendMessage(page, 'Friday is fine.')
    await chat.waitFor('message', 1)
    await chat.cut()
    await page.getByRole('button', { name: 'Reconnect' }).waitFor()
  }),
  scripted('refused', saidBefore(talk), async (page, chat) => {
    await sendMessage(page, 'Friday is fine.')
    await chat.waitFor('message', 1)
    chat.say({ type: 'error', message: 'Too many messages. Please wait a few seconds.' })
    await page.getByText('Not sent.').waitFor()
    await sendMessage(page, 'I will call them.')
  }),
  scripted('long-words', saidBefore(longTalk), async (page) => {
    await page.getByText('A long one.').waitFor()
  }),
  scripted(
    'many',
    Array.from({ length: 100 }, (_, index) => ({
      id: `${index}`,
      content: talk[index % 3] ?? '',
      created_at: new Date(Date.now() - (100 - index) * 40 * MINUTE_MS).toISOString(),
    })),
    async (page, chat) => {
      for (let index = 0; index < 400; index += 1) chat.say(said(101 + index, talk[index % 3] ?? ''))
      await page.getByRole('region', { name: 'Conversation' }).getByRole('listitem').nth(499).waitFor()
    },
  ),
  scripted('reading-back', saidBefore(Array.from({ length: 8 }, () => talk).flat()), async (page, chat) => {
    await page.getByRole('region', { name: 'Conversation' }).getByRole('listitem').first().scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Latest messages' }).waitFor()
    chat.say(said(8 * talk.length + 1, 'Ana?'))
    await page.getByRole('button', { name: '1 new message' }).waitFor()
  }),
  crowded('typing', 2),
]
