import type { Page, Request } from '@playwright/test'
import { gate } from '../gate.ts'
import { sol } from '../people.ts'
import { expect, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { expectFilled, fill, form, visitor } from './contact-form.ts'

const storing = '/rest/v1/contact_submissions'
const notifying = '/functions/v1/send-contact-notification'
const failed = 'There was a problem sending your message. Please try again.'

const submissions = (page: Page) => {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(request)
  })
  return calls
}

test.beforeEach(async ({ page }) => {
  await page.goto('/contact')
})

test.describe('[contact.md#details] contact page', () => {
  test('gives live chat hours and the Support Promise beside the form', async ({ page }) => {
    const main = page.getByRole('main')
    await expect(main.getByText(/Monday-Friday, 9am-5pm EST/)).toBeVisible()
    await expect(main.getByRole('heading', { name: 'Support Promise' })).toBeVisible()
  })

  test('offers the five services', async ({ page }) => {
    const choices = await form(page)
      .service.locator('option')
      .evaluateAll((options) => options.map((option) => (option instanceof HTMLOptionElement ? option.value : '')))
    expect(choices.filter((choice) => choice !== '')).toEqual(['website', 'marketing', 'ai', 'design', 'other'])
  })
})

test.describe('[contact.md#form] contact form', () => {
  test('asks for all but the message, in the browser’s own types', async ({ page }) => {
    const fields = form(page)
    for (const field of [fields.name, fields.business, fields.email, fields.phone, fields.service]) {
      await expect(field).toHaveJSProperty('required', true)
    }
    await expect(fields.message).toHaveJSProperty('required', false)
    await expect(fields.message).toHaveJSProperty('rows', 4)
    await expect(fields.email).toHaveAttribute('type', 'email')
    await expect(fields.phone).toHaveAttribute('type', 'tel')
  })

  for (const missing of ['name', 'business', 'email', 'phone', 'service'] as const) {
    test(`is not sent without ${missing}, and leads to what is missing`, async ({ page }) => {
      const calls = submissions(page)
      await fill(page, visitor())
      if (missing === 'service') await form(page).service.selectOption('')
      else await form(page)[missing].fill('')
      await form(page).send.click()
      await expect(form(page)[missing]).toBeFocused()
      expect(calls).toEqual([])
    })
  }

  test('takes blanks for nothing', async ({ page }) => {
    const calls = submissions(page)
    await fill(page, { ...visitor(), name: '   ' })
    await form(page).send.click()
    await expect(form(page).name).toBeFocused()
    expect(calls).toEqual([])
  })

  test('does not take any text for an email', async ({ page }) => {
    const calls = submissions(page)
    await fill(page, { ...visitor(), email: 'flowers' })
    await form(page).send.click()
    await expect(form(page).email).toBeFocused()
    expect(calls).toEqual([])
  })

  test('keeps what was typed over a reload in the middle of it', async ({ page }) => {
    const vera = visitor()
    await fill(page, vera)
    await page.reload()
    await expectFilled(page, vera)
  })

  test('goes out without a message', async ({ page, backstage }) => {
    const vera = { ...visitor(), message: '' }
    await fill(page, vera)
    await form(page).send.click()
    await expectToast(page, 'Success!')
    const { data } = await (await backstage.as(sol)).from('contact_submissions').select('email').eq('email', vera.email)
    expect(data).toHaveLength(1)
  })
})

test.describe('[contact.md#sending] sending', () => {
  test('is two calls, exactly as the specification has them', async ({ page }) => {
    const calls = submissions(page)
    const vera = visitor()
    await fill(page, vera)
    await form(page).send.click()
    await expectToast(page, 'Success!', "Your message has been sent. We'll get back to you soon!")

    expect(calls.map((call) => new URL(call.url()).pathname)).toEqual([storing, notifying])
    const { name, business, email, phone, service, message } = vera
    expect(calls[0]?.postDataJSON()).toEqual({ name, business_name: business, email, phone, service, message })
    expect(calls[1]?.postDataJSON()).toEqual({ name, businessName: business, email, phone, service, message })
  })

  test('stores the message and mails it to the agency, to be answered to the visitor', async ({
    page,
    backstage,
    outbox,
  }) => {
    const vera = visitor()
    await fill(page, vera)
    await form(page).send.click()
    await expectToast(page, 'Success!')

    const { data } = await (await backstage.as(sol)).from('contact_submissions').select().eq('email', vera.email)
    expect(data).toHaveLength(1)
    expect(data?.[0]).toMatchObject({
      name: vera.name,
      business_name: vera.business,
      phone: vera.phone,
      service: vera.service,
      message: vera.message,
    })

    const mail = await outbox.newest(({ headers }) => headers.get('reply-to')?.includes(vera.email) ?? false)
    for (const word of [vera.name, vera.business, vera.email, vera.phone, 'More people at the counter, please.']) {
      expect(mail.text).toContain(word)
    }
  })

  test('nothing a visitor writes becomes markup in the mail', async ({ page, outbox }) => {
    const vera = { ...visitor(), message: '<img src=x onerror=alert(1)> & <b>bold</b>' }
    await fill(page, vera)
    await form(page).send.click()
    await expectToast(page, 'Success!')
    const mail = await outbox.newest(({ headers }) => headers.get('reply-to')?.includes(vera.email) ?? false)
    expect(mail.html).not.toMatch(/<img src=x|<b>bold/)
  })

  test('reads Sending... and takes no second click until it is done', async ({ page, backstage }) => {
    const calls = submissions(page)
    const slow = await gate(page, `**${storing}*`)
    const vera = visitor()
    await fill(page, vera)
    await form(page).send.dblclick()
    await expect(form(page).send).toHaveText('Sending...')
    await expect(form(page).send).toBeDisabled()
    slow.open()
    await expectToast(page, 'Success!')
    expect(calls).toHaveLength(2)
    const { data } = await (await backstage.as(sol)).from('contact_submissions').select('id').eq('email', vera.email)
    expect(data).toHaveLength(1)
  })

  test('ends in a panel that gives way to the empty form after 3 seconds', async ({ page }) => {
    await page.clock.install()
    await page.goto('/contact')
    const slow = await gate(page, `**${notifying}`)
    await fill(page, visitor())
    await form(page).send.click()
    await expect(form(page).send).toHaveText('Sending...')
    await page.clock.pauseAt(Date.now() + 5_000)
    slow.open()
    const panel = page.getByText('Message Sent!', { exact: true })
    await expect(panel).toBeVisible()
    await expect(form(page).name).toBeHidden()

    await page.clock.runFor(2_999)
    await expect(panel).toBeVisible()
    await page.clock.runFor(1)
    await expect(panel).toBeHidden()
    for (const field of ['name', 'business', 'email', 'phone', 'service', 'message'] as const) {
      await expect(form(page)[field]).toHaveValue('')
    }
    await expect(form(page).send).toBeEnabled()
  })

  test('a repeat within ten minutes makes no second lead and no second mail', async ({ page, backstage, outbox }) => {
    const vera = visitor()
    for (const _ of ['first', 'again']) {
      await page.goto('/contact')
      await fill(page, vera)
      await form(page).send.click()
      await expectToast(page, 'Success!')
    }
    const { data } = await (await backstage.as(sol)).from('contact_submissions').select('id').eq('email', vera.email)
    expect(data).toHaveLength(1)
    // Every super admin gets one; of them other tests make more.
    const mails = await outbox.matching(
      ({ headers }) =>
        headers.get('reply-to')?.includes(vera.email) === true && headers.get('to')?.includes(sol.email) === true,
    )
    expect(mails).toHaveLength(1)
  })
})

test.describe('[contact.md#failing] when sending fails', () => {
  for (const [step, path] of [
    ['storing', storing],
    ['notifying', notifying],
  ] as const) {
    test(`while ${step}, the form keeps its content and can be sent again`, async ({
      page,
      troubles,
      backstage,
      outbox,
    }) => {
      troubles.expectTrouble(`500 POST ${path}`)
      await page.route(`**${path}*`, (route) => route.fulfill({ status: 500, json: { message: 'out of order' } }))
      const vera = visitor()
      await fill(page, vera)
      await form(page).send.click()
      await expectDestructiveToast(page, 'Error', failed)
      await expectFilled(page, vera)
      await expect(form(page).send).toBeEnabled()
      await expect(form(page).name).toBeEditable()

      await page.unroute(`**${path}*`)
      await form(page).send.click()
      await expectToast(page, 'Success!')
      const { data } = await (await backstage.as(sol)).from('contact_submissions').select('id').eq('email', vera.email)
      expect(data).toHaveLength(1)
      await outbox.newest(({ headers }) => headers.get('reply-to')?.includes(vera.email) ?? false)
    })

    test(`while ${step}, also because the network is gone`, async ({ page, troubles }) => {
      troubles.expectTrouble(`failed POST ${path}`)
      await page.route(`**${path}*`, (route) => route.abort('internetdisconnected'))
      const vera = visitor()
      await fill(page, vera)
      await form(page).send.click()
      await expectDestructiveToast(page, 'Error', failed)
      await expectFilled(page, vera)
      await expect(form(page).send).toBeEnabled()
    })
  }
})

test.describe('[contact.md#failing] what was written', () => {
  test('survives being offline, which the form says, and a reload after that', async ({ page, context, troubles }) => {
    troubles.expectTrouble('failed GET /config.json net::ERR_INTERNET_DISCONNECTED')
    const vera = visitor()
    const note = form(page).send.locator('..').getByRole('status')
    await fill(page, vera)
    await context.setOffline(true)
    await form(page).send.click()
    await expectDestructiveToast(page, 'Error', failed)
    await expect(note).toHaveText('You are offline. What you wrote stays here until you can send it.')
    await expectFilled(page, vera)

    await context.setOffline(false)
    await expect(note).toBeEmpty()
    await page.reload()
    await expectFilled(page, vera)
    await form(page).send.click()
    await expectToast(page, 'Success!')
    await page.reload()
    await expect(form(page).name).toHaveValue('')
  })
})

test.describe('people and robots', () => {
  const trap = (page: Page) => page.locator('input[name=subject]')

  test('no person meets the trap: not by eye, by keyboard, by ear, or by what fills in forms for them', async ({
    page,
  }) => {
    await expect(trap(page)).toBeHidden()
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(5)
    await expect(page.getByRole('main').getByRole('textbox', { includeHidden: true })).toHaveCount(6)
    await form(page).message.focus()
    await page.keyboard.press('Tab')
    await expect(form(page).send).toBeFocused()

    // Browsers and password managers pass over what is not rendered; so the field must be that, not only out of sight.
    expect(await trap(page).evaluate((field) => field.getClientRects().length)).toBe(0)
    await expect(trap(page)).toHaveAttribute('autocomplete', 'off')
    for (const ignored of ['data-1p-ignore', 'data-bwignore', 'data-lpignore', 'data-form-type']) {
      await expect(trap(page)).toHaveAttribute(ignored)
    }
  })

  test('whoever fills the form at once, as autofill does, is no robot', async ({ page, backstage, outbox }) => {
    const vera = visitor()
    const { name, business, email, phone, service, message } = vera
    await page.evaluate(
      (values) => {
        for (const [field, value] of Object.entries(values)) {
          const control = document.querySelector<HTMLInputElement>(`form [name=${field}]`)
          if (!control) throw new Error(`There is no field ${field}.`)
          control.value = value
          control.dispatchEvent(new Event('change', { bubbles: true }))
        }
        document.querySelector<HTMLButtonElement>('form [type=submit]')?.click()
      },
      { name, businessName: business, email, phone, service, message },
    )
    await expectToast(page, 'Success!')
    const { data } = await (await backstage.as(sol))
      .from('contact_submissions')
      .select('suspicions')
      .eq('email', vera.email)
    expect(data).toEqual([{ suspicions: [] }])
    await outbox.newest(({ headers }) => headers.get('reply-to')?.includes(vera.email) ?? false)
  })

  test('what fell into the trap is sent like the rest, and kept apart from it', async ({ page, backstage, outbox }) => {
    const calls = submissions(page)
    const vera = visitor()
    await fill(page, vera)
    await trap(page).evaluate((field) => {
      if (field instanceof HTMLInputElement) field.value = 'Cheap watches'
    })
    await form(page).send.click()
    await expectToast(page, 'Success!')

    const fields = ['name', 'business_name', 'email', 'phone', 'service', 'message']
    expect(Object.keys(calls[0]?.postDataJSON())).toEqual(fields)
    const { data } = await (await backstage.as(sol))
      .from('contact_submissions')
      .select('suspicions')
      .eq('email', vera.email)
    expect(data).toEqual([{ suspicions: ['trap'] }])
    const mails = await outbox.matching(({ headers }) => headers.get('reply-to')?.includes(vera.email) ?? false)
    expect(mails).toEqual([])
    // The form is a person's again, even if an extension of their browser had filled the trap.
    await expect(trap(page)).toHaveValue('')
  })
})
