import type { Page, Request } from '@playwright/test'
import { sol } from '../people.ts'
import { expect, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { expectFilled, fill, form, visitor } from './contact-form.ts'

// Tests of the contact form with a real backend; component tests beside the form cover its own behavior:
// web/site/contact/contact-form-*.browser.test.ts.

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

test('[contact.md#form] loses nothing where the script has not loaded, and says so after a while', async ({
  page,
  pageErrors,
}) => {
  pageErrors.expectError('failed GET /assets/')
  const posts = submissions(page)
  await page.route(/\/assets\/.*\.js/, (route) => route.abort())
  await page.reload()
  const { name, message } = visitor()
  await page.locator('[name=name]').fill(name)
  await page.locator('[name=message]').fill(message)
  await page.locator('[name=name]').press('Enter')
  await page.getByRole('button', { name: 'Send Message' }).click({ force: true })
  const note = page.getByText('This form is sent by JavaScript')
  await expect(note).toBeHidden()
  await expect(note).toBeVisible({ timeout: 10_000 })
  await expect(page.locator('[name=message]')).toHaveValue(message)
  expect(posts).toEqual([])
})

test.describe('[contact.md#sending] sending', () => {
  test('is two calls that store the message and mail it to the agency; a repeat within ten minutes is neither stored nor mailed', async ({
    page,
    testData,
    outbox,
  }) => {
    const calls = submissions(page)
    const markup = '<img src=x onerror=alert(1)> & <b>bold</b>'
    const vera = { ...visitor(), message: `More people at the counter, please.\n${markup}` }
    const { name, business, email, phone, service, message } = vera
    await fill(page, vera)
    await form(page).send.dblclick()
    await expectToast(page, 'Success!', "Your message has been sent. We'll get back to you soon!")

    expect(calls.map((call) => new URL(call.url()).pathname)).toEqual([storing, notifying])
    expect(calls[0]?.postDataJSON()).toEqual({ name, business_name: business, email, phone, service, message })
    expect(calls[1]?.postDataJSON()).toEqual({ name, businessName: business, email, phone, service, message })

    const mail = await outbox.newest(({ headers }) => headers.get('reply-to')?.includes(email) ?? false)
    for (const word of [name, business, email, phone, 'More people at the counter, please.']) {
      expect(mail.text).toContain(word)
    }
    // Markup in a visitor's text is escaped.
    expect(mail.html).not.toMatch(/<img src=x|<b>bold/)

    await page.goto('/contact')
    await fill(page, vera)
    await form(page).send.click()
    await expectToast(page, 'Success!')
    const { data } = await (await testData.as(sol)).from('contact_submissions').select().eq('email', email)
    expect(data).toHaveLength(1)
    expect(data?.[0]).toMatchObject({ name, business_name: business, phone, service, message })
    // The mail goes to North, which answers the website.
    const mails = await outbox.matching(({ headers }) => headers.get('reply-to')?.includes(email) === true)
    expect(mails.map(({ to }) => to)).toEqual(['hello@north.test'])
  })
})

test.describe('[contact.md#failing] when sending fails', () => {
  test('while notifying, what was stored is not stored again when it is sent again', async ({
    page,
    pageErrors,
    testData,
    outbox,
  }) => {
    pageErrors.expectError(`500 POST ${notifying}`)
    await page.route(`**${notifying}*`, (route) => route.fulfill({ status: 500, json: { message: 'out of order' } }))
    const vera = visitor()
    await fill(page, vera)
    await form(page).send.click()
    await expectDestructiveToast(page, 'Error', failed)
    await expectFilled(page, vera)

    await page.unroute(`**${notifying}*`)
    await form(page).send.click()
    await expectToast(page, 'Success!')
    const { data } = await (await testData.as(sol)).from('contact_submissions').select('id').eq('email', vera.email)
    expect(data).toHaveLength(1)
    await outbox.newest(({ headers }) => headers.get('reply-to')?.includes(vera.email) ?? false)
  })

  test('what was written survives being offline, which the form says, and a reload after that, and goes out without a message', async ({
    page,
    context,
    pageErrors,
    testData,
  }) => {
    pageErrors.expectError('failed GET /config.json net::ERR_INTERNET_DISCONNECTED')
    const vera = { ...visitor(), message: '' }
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
    const { data } = await (await testData.as(sol)).from('contact_submissions').select('email').eq('email', vera.email)
    expect(data).toHaveLength(1)
  })
})

test.describe('people and robots', () => {
  test('whoever fills the form at once, as autofill does, is no robot', async ({ page, testData, outbox }) => {
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
    const { data } = await (await testData.as(sol))
      .from('contact_submissions')
      .select('suspicions')
      .eq('email', vera.email)
    expect(data).toEqual([{ suspicions: [] }])
    await outbox.newest(({ headers }) => headers.get('reply-to')?.includes(vera.email) ?? false)
  })

  test('what fell into the trap is kept apart from the rest, and not mailed', async ({ page, testData, outbox }) => {
    const vera = visitor()
    await fill(page, vera)
    await page.locator('input[name=subject]').evaluate((field) => {
      if (field instanceof HTMLInputElement) field.value = 'Cheap watches'
    })
    await form(page).send.click()
    await expectToast(page, 'Success!')
    const { data } = await (await testData.as(sol))
      .from('contact_submissions')
      .select('suspicions')
      .eq('email', vera.email)
    expect(data).toEqual([{ suspicions: ['trap'] }])
    const mails = await outbox.matching(({ headers }) => headers.get('reply-to')?.includes(vera.email) ?? false)
    expect(mails).toEqual([])
  })
})
