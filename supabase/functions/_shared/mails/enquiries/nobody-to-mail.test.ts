import { expect, it, vi } from 'vitest'
import { type EnquiryStore, mailWaiting, type StoredMessage } from './send.ts'

it('[contact.md#notification-mail] a message waits quietly while there is nobody to mail, until there is', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const waiting: StoredMessage[] = [
    {
      ...{ id: 'first', name: 'Vic', businessName: '', email: 'vic@bakery.test', phone: '', service: 'other' },
      ...{ message: null, notifiedAt: null, suspicions: [] },
    },
  ]
  const messages: EnquiryStore = {
    latestFrom: async () => [],
    waiting: async () => waiting,
    waitingSuspicious: async () => [],
    claim: async (ids) => ids,
    markMailed: async () => void waiting.pop(),
    release: async () => {},
    wasSuspicionMailedSince: async () => false,
  }
  const mailed: string[] = []
  const sendMail = async ({ to }: { to: string }) => void mailed.push(to)
  await mailWaiting({ messages, sendMail, recipients: async () => [] })
  expect([waiting.length, mailed]).toEqual([1, []])
  await mailWaiting({ messages, sendMail, recipients: async () => ['hello@north.test'] })
  expect([waiting.length, mailed]).toEqual([0, ['hello@north.test']])
  expect(log).not.toHaveBeenCalled()
  log.mockRestore()
})
