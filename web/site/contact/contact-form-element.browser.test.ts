import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectFilled, fields, fill, NOTIFYING, openContact, STORING, send, vera } from '../../testing/contact-scene.ts'
import { expectAccessible, expectToast, phoneAndDesktop } from '../../testing/expect.ts'
import { tabTo } from '../../testing/keyboard.ts'
import type { SitePage } from '../../testing/site-page.tsx'

const trap = () => {
  const field = document.querySelector<HTMLInputElement>('input[name=subject]')
  if (!field) throw new Error('There is no trap.')
  return field
}

let site: SitePage
beforeEach(() => {
  site = openContact()
})

describe('[contact.md#details] the contact page', () => {
  it('gives live chat hours and the Support Promise beside the form', async () => {
    const main = page.getByRole('main')
    await expect.element(main.getByText(/Monday-Friday, 9am-5pm EST/)).toBeVisible()
    await expect.element(main.getByRole('heading', { name: 'Support Promise' })).toBeVisible()
  })

  it('offers the five services', () => {
    const choices = [...fields.service.element().querySelectorAll('option')].map(({ value }) => value)
    expect(choices.filter((choice) => choice !== '')).toEqual(['website', 'marketing', 'ai', 'design', 'other'])
  })
})

describe('[contact.md#form] the contact form', () => {
  it('asks for all but the message, in the browser’s own types', async () => {
    const { message, ...asked } = fields
    for (const field of Object.values(asked)) await expect.element(field).toBeRequired()
    await expect.element(message).not.toBeRequired()
    await expect.element(message).toHaveAttribute('rows', '4')
    await expect.element(fields.email).toHaveAttribute('type', 'email')
    await expect.element(fields.phone).toHaveAttribute('type', 'tel')
  })

  it.each([
    ['name', ''],
    ['business', ''],
    ['email', ''],
    ['phone', ''],
    ['service', ''],
    // Blanks count as empty, and an email must be an address.
    ['name', '   '],
    ['email', 'flowers'],
  ] as const)('is not sent with a %s of "%s", and leads to what is missing', async (missing, value) => {
    await fill({ ...vera, [missing]: value })
    await send.click()
    await expect.element(fields[missing]).toHaveFocus()
    expect(site.backend.calls).toEqual([])
  })

  it.each(phoneAndDesktop)(
    '[keyboard] [axe] on $device, leads to what is missing, and says so there',
    async ({ size }) => {
      await page.viewport(...size)
      await tabTo(send)
      await userEvent.keyboard('{Enter}')
      await expect.element(fields.name).toHaveFocus()
      await expect.element(fields.name).toHaveAccessibleDescription('Please enter your full name.')
      await expect.element(fields.service).toHaveAccessibleDescription('Please choose a service.')
      await expectAccessible()
    },
  )

  it('keeps what was typed over a reload in the middle of it', async () => {
    await fill(vera)
    site.reload()
    await expectFilled(vera)
  })

  it('goes out without a message', async () => {
    await fill({ ...vera, message: '' })
    await send.click()
    await expectToast('Success!')
    expect(site.backend.table('contact_submissions').rows).toMatchObject([{ email: vera.email, message: '' }])
  })
})

describe('people and robots', () => {
  it('no person meets the trap: not by eye, by keyboard, by ear, or by what fills in forms for them', async () => {
    await expect.element(trap()).not.toBeVisible()
    const texts = page.getByRole('main').getByRole('textbox')
    await expect.element(texts).toHaveLength(5)
    await expect.element(page.getByRole('main').getByRole('textbox', { includeHidden: true })).toHaveLength(6)
    await tabTo(fields.message)
    await userEvent.tab()
    await expect.element(send).toHaveFocus()

    // The honeypot is not rendered: browsers and password managers skip such fields, but not those that are only
    // off-screen.
    expect(trap().getClientRects()).toHaveLength(0)
    await expect.element(trap()).toHaveAttribute('autocomplete', 'off')
    for (const ignored of ['data-1p-ignore', 'data-bwignore', 'data-lpignore', 'data-form-type'])
      await expect.element(trap()).toHaveAttribute(ignored)
  })

  it('what fell into the trap is sent like the rest, and the form is a person’s again', async () => {
    await fill(vera)
    trap().value = 'Cheap watches'
    await send.click()
    await expectToast('Success!')
    const [stored] = site.backend.sent('POST', STORING)
    expect(Object.keys(stored?.body ?? {})).toEqual(['name', 'business_name', 'email', 'phone', 'service', 'message'])
    expect(stored?.headers.get('x-contact-trap')).toBe('filled')
    expect(site.backend.sent('POST', NOTIFYING)).toHaveLength(1)
    // A browser extension may have filled the honeypot field.
    await expect.element(trap()).toHaveValue('')
  })
})
