import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  expectAccessible,
  expectDestructiveToast,
  expectTexts,
  expectToast,
  horizontalOverflow,
  phoneAndDesktop,
  row,
  rows,
} from '../../testing/expect.ts'
import { noAnswer, refusal } from '../../testing/fake-backend.ts'
import {
  expiredMail,
  MAIL_STATE,
  MAILS,
  openMail,
  refusedMail,
  SEND_AGAIN,
  SEND_ALL_AGAIN,
  waitingMail,
  withMails,
} from '../../testing/mail-scene.ts'
import { ana, ben } from '../../testing/people.ts'

const sidebar = () => page.getByRole('navigation', { name: 'Portal' })
const sendAll = () => page.getByRole('button', { name: 'Send all again' })
const figures = () => page.getByRole('region', { name: 'Numbers' }).getByRole('definition')
const filter = () => page.getByRole('combobox', { name: 'Filter by state' })
const longReason = `550 5.7.1 ${'The sending domain is not known to us. '.repeat(8)}`

it('[mail.md#list] shows what has not arrived: to whom, since when, why, and when it is tried next', async () => {
  const { backend } = withMails([
    refusedMail(),
    waitingMail(),
    waitingMail({ subject: 'New', failure: null, due_at: '' }),
  ])
  openMail(backend)
  await expectTexts(page.getByRole('columnheader'), ['Mail', 'Since', 'State', 'Reason', 'Actions'])
  for (const words of ['lou@north.test', '2 hours ago', 'Not delivered', '1 attempt', '550 5.1.1 no such mailbox']) {
    await expect.element(row('Come and join North')).toMatchTextContent(words)
  }
  for (const words of ['ana@north.test', 'Waiting', 'next try in 5 minutes', 'connect ECONNREFUSED']) {
    await expect.element(row('Your code')).toMatchTextContent(words)
  }
  await expect.element(row('New')).toMatchTextContent('It has not been tried yet.')
  expect(document.title).toBe('Mail | Dashboard')
})

it('[mail.md#numbers] tells how many were not delivered, how many wait since when, and by whom mails are sent', async () => {
  const { backend } = withMails([refusedMail(), refusedMail(), waitingMail()])
  openMail(backend)
  await expectTexts(figures(), ['2', '1', '2 hours ago'])
  await expect.element(figures().first()).toHaveClass(/danger/)
  await expect.element(page.getByText('Emails are sent through smtp.north.test.')).toBeVisible()
  expect(page.getByText('This server doesn’t send emails yet.').length).toBe(0)
})

it('[mail.md#delivery] says that mails are files, and what to do', async () => {
  openMail(withMails([], { host: null }).backend)
  await expect.element(page.getByRole('status').filter({ hasText: 'MAIL_URL' })).toBeVisible()
  await expect.element(page.getByText('This server doesn’t send emails yet.')).toBeVisible()
  await expectTexts(figures(), ['0', '0', '–'])
  await expect.element(page.getByText('No email is held up.')).toBeVisible()
  expect(sendAll().length).toBe(0)
})

it('[mail.md#delivery] says who sends the mails where there is no queue, and asks for no list', async () => {
  const { backend } = withMails([], { has_queue: false, host: null })
  openMail(backend)
  await expect.element(page.getByText(/^Here, Supabase and its email service/)).toBeVisible()
  expect(backend.sent('GET', MAILS)).toEqual([])
  expect(page.getByRole('table').length).toBe(0)
})

it('[mail.md#sending-again] sends one again, and shows that it waits', async () => {
  const { backend, queue } = withMails([refusedMail({ id: ana.id })])
  backend.answer('POST', SEND_AGAIN, () => {
    queue.update(new URLSearchParams(), { state: 'waiting', due_at: new Date().toISOString() })
    return Response.json(true)
  })
  openMail(backend)
  const button = page.getByRole('button', { name: 'Send again: Come and join North to lou@north.test' })
  await button.dblClick()
  await expectToast('Email is being sent again', 'We’ll try now, and for up to three days.')
  await expect.element(row('Come and join North')).toMatchTextContent('next try within a minute')
  await expect.element(button).toHaveFocus()
  expect(backend.sent('POST', SEND_AGAIN).map(({ body }) => body)).toEqual([{ mail_id: ana.id }])
  await expectTexts(figures(), ['0', '1', '2 hours ago'])
})

it.each([
  [
    'that it is too late',
    () => Response.json(false),
    'It has been sent since, or its code or link is no longer valid.',
  ],
  ['what the server says', () => refusal('Not today', { status: 403, code: '42501' }), 'Not today'],
  ['that nobody answers', noAnswer, 'The server is not answering. Please check your connection and try again.'],
])('[mail.md#sending-again] says %s where it cannot be sent', async (_what, answer, said) => {
  const { backend } = withMails([refusedMail()])
  backend.answer('POST', SEND_AGAIN, answer)
  openMail(backend)
  await row('Come and join North')
    .getByRole('button', { name: /^Send again/ })
    .click()
  await expectDestructiveToast('Email not sent again', said)
})

it('[mail.md#sending-again] does not offer what held a code or link that ended', async () => {
  const { backend } = withMails([expiredMail(), refusedMail({ can_be_sent_again: false })])
  openMail(backend)
  for (const subject of ['Reset your password', 'Come and join North']) {
    await expect.element(row(subject)).toMatchTextContent('Its code or link is no longer valid.')
    expect(row(subject).getByRole('button', { name: /^Send again/ }).length).toBe(0)
  }
  await expect.element(row('Reset your password')).toMatchTextContent('Expired')
})

it('[mail.md#sending-again] sends all again, once somebody has said so', async () => {
  const { backend, queue } = withMails([refusedMail(), waitingMail()])
  backend.answer('POST', SEND_ALL_AGAIN, () => {
    queue.rows = []
    return Response.json(2)
  })
  openMail(backend)
  await sendAll().click()
  const dialog = page.getByRole('alertdialog', { name: 'Send all emails again?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(backend.sent('POST', SEND_ALL_AGAIN)).toEqual([])
  await sendAll().click()
  await dialog.getByRole('button', { name: 'Send all again' }).dblClick()
  await expectToast('Emails are being sent again', 'We’ll try now, and for up to three days.')
  await expect.element(page.getByText('No email is held up.')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(backend.sent('POST', SEND_ALL_AGAIN)).toHaveLength(1)
})

it('[mail.md#sending-again] says when none of them all can be sent', async () => {
  const { backend } = withMails([refusedMail({ can_be_sent_again: false })])
  backend.answer('POST', SEND_ALL_AGAIN, () => Response.json(0))
  openMail(backend)
  await sendAll().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send all again' }).click()
  await expectDestructiveToast('Emails not sent again', 'There are none left to send.')
})

it('[mail.md#list] asks for them newest first, page by page, and of one state', async () => {
  const many = Array.from({ length: 51 }, () => refusedMail())
  const { backend } = withMails([...many, waitingMail()])
  const portal = openMail(backend)
  await expect.element(rows()).toHaveLength(50)
  await expect.element(page.getByRole('heading', { name: 'Mails (52)' })).toBeVisible()
  expect(backend.sent('GET', MAILS)[0]?.query).toEqual({ order: 'created_at.desc,id.asc', offset: '0', limit: '50' })
  await filter().selectOptions('Waiting')
  await expect.element(rows()).toHaveLength(1)
  expect(portal.location).toBe('/dashboard/mail?state=waiting')
  await filter().selectOptions('Expired')
  await expect.element(page.getByText('No emails found.')).toBeVisible()
})

it('[mail.md#list] shows the beginning of a long reason, and the rest to whoever asks', async () => {
  openMail(withMails([refusedMail({ failure: longReason })]).backend)
  const height = () => row('Come and join North').element().getBoundingClientRect().height
  await expect.element(row('Come and join North')).toBeVisible()
  const before = height()
  const whole = page.getByRole('button', { name: 'Show all' })
  await expect.element(whole).toHaveAttribute('aria-expanded', 'false')
  whole.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Show less' })).toHaveFocus()
  expect(height()).toBeGreaterThan(before)
})

it('[incoming-mail.md#did-not-arrive] says which mail was sent and came back, and offers not to send it again', async () => {
  openMail(withMails([refusedMail({ failure: 'Came back: 550 5.1.1 User unknown', can_be_sent_again: false })]).backend)
  const words = /Not delivered.*Came back: 550 5\.1\.1 User unknown.*It was sent and came back\./
  await expect.element(row('Come and join North')).toMatchTextContent(words)
  expect(page.getByRole('button', { name: /^Send again/ }).length).toBe(0)
})

it('[mail.md#list] is asked for again every 30 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { backend, queue } = withMails([])
  openMail(backend)
  await expect.element(page.getByText('No email is held up.')).toBeVisible()
  queue.insert(refusedMail())
  vi.advanceTimersByTime(30_000)
  await expect.element(row('Come and join North')).toBeVisible()
  await expectTexts(figures(), ['1', '0', '–'])
})

it.each([
  ['The email settings could not be loaded.', MAIL_STATE],
  ['The emails could not be loaded.', MAILS],
])('says "%s", and can be asked again', async (said, path) => {
  const { backend } = withMails([refusedMail()])
  const recover = backend.answer('GET', path, () => refusal('out of order'))
  openMail(backend)
  await expect.element(page.getByText(said)).toBeVisible()
  recover()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(row('Come and join North')).toBeVisible()
})

it('holds the places while it loads', async () => {
  const { backend } = withMails([refusedMail()])
  const slow = backend.hold('GET', MAIL_STATE)
  openMail(backend)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Mail' })).toBeVisible()
  await expect.poll(() => document.querySelectorAll('main [aria-busy=true]').length).toBe(1)
  slow.open()
  await expect.element(row('Come and join North')).toBeVisible()
})

it.each([
  ['an agency admin', ana],
  ['somebody of the staff', ben],
])('[mail.md#access] is denied to %s, and nothing of it goes over the wire', async (_who, as) => {
  const { backend } = withMails([refusedMail()])
  openMail(backend, { as })
  const denied = "Access Denied — You don't have permission to view mail."
  await expect.element(page.getByRole('main')).toMatchTextContent(denied)
  await expect.element(sidebar().getByRole('link', { name: 'Clients' })).toBeVisible()
  expect([...backend.sent('GET', MAILS), ...backend.sent('GET', MAIL_STATE)]).toEqual([])
})

it.each(phoneAndDesktop)('nothing is wrong for axe on $device', async ({ size }) => {
  await page.viewport(...size)
  const mails = [refusedMail({ failure: longReason }), waitingMail(), expiredMail()]
  openMail(withMails(mails, { host: null }).backend)
  await expect.element(rows()).toHaveLength(3)
  await expect.poll(() => document.querySelectorAll('[aria-busy=true]').length).toBe(0)
  await expectAccessible()
  expect(horizontalOverflow()).toBeLessThanOrEqual(0)
})
