import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectDestructiveToast, expectTexts, expectToast, row } from '../../testing/expect.ts'
import { DISMISS, openMail, refusedMail, waitingMail, withMails } from '../../testing/mail-scene.ts'
import { ana } from '../../testing/people.ts'

const figures = () => page.getByRole('region', { name: 'Numbers' }).getByRole('definition')

it('[mail.md#dismissing] takes away what could not be delivered, but not what waits', async () => {
  const { backend, queue } = withMails([refusedMail({ id: ana.id }), waitingMail()])
  backend.answer('POST', DISMISS, () => {
    queue.rows = queue.rows.filter(({ id }) => id !== ana.id)
    return Response.json(true)
  })
  openMail(backend)
  await page.getByRole('button', { name: 'Dismiss: Come and join North to lou@north.test' }).dblClick()
  await expectToast('Email dismissed')
  await expect.element(row('Come and join North')).not.toBeInTheDocument()
  expect(page.getByRole('button', { name: /^Dismiss/ }).length).toBe(0)
  expect(backend.sent('POST', DISMISS).map(({ body }) => body)).toEqual([{ mail_id: ana.id }])
  await expectTexts(figures(), ['0', '1', '2 hours ago'])
})

it('[mail.md#dismissing] says so when somebody was faster', async () => {
  const { backend } = withMails([refusedMail()])
  backend.answer('POST', DISMISS, () => Response.json(false))
  openMail(backend)
  await page.getByRole('button', { name: /^Dismiss/ }).click()
  await expectDestructiveToast('Email not dismissed', 'It has been sent again or dismissed since.')
})
