import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import ContactRoute from '../site/contact/contact-route.tsx'
import { FakeBackend } from './fake-backend.ts'
import { tabAndType } from './keyboard.ts'
import { SitePage } from './site-page.tsx'

export const STORING = '/rest/v1/contact_submissions'
export const NOTIFYING = '/functions/v1/send-contact-notification'

/** Opens /contact in front of a backend that notifies the agency of an enquiry. */
export function openContact(): SitePage {
  const backend = new FakeBackend()
  backend.answer('POST', NOTIFYING, thanks)
  return SitePage.open('/contact', ContactRoute, backend)
}

const thanks = () => new Response(null, { status: 204 })

/** Holds back the request that notifies the agency, until `open` is called. */
export function holdNotifying({ backend }: SitePage) {
  const opened = Promise.withResolvers<void>()
  let held = 0
  backend.answer('POST', NOTIFYING, async () => {
    held += 1
    await opened.promise
    return thanks()
  })
  return { open: opened.resolve, held: () => held }
}

export const vera = {
  name: 'Vera Bloom',
  business: 'Vera’s Flowers & Co.',
  email: 'vera@flowers.test',
  phone: '+1 (555) 010-2030',
  service: 'marketing',
  message: 'More people at the counter, please.\nAnd a newsletter.',
}

const main = page.getByRole('main')
export const fields = {
  name: main.getByLabelText(/full name/i),
  business: main.getByLabelText(/business name/i),
  email: main.getByLabelText(/email/i),
  phone: main.getByLabelText(/phone/i),
  service: main.getByLabelText(/service/i),
  message: main.getByLabelText(/message/i),
} satisfies Record<keyof typeof vera, Locator>
/** The button of the contact form, whatever its label says at the moment. */
export const send = main.getByRole('button')
export const panel = page.getByText('Message Sent!', { exact: true })

/** Fills the form from top to bottom, as a person does: the service is chosen before the message is written. */
export async function fill({ service, ...texts }: typeof vera) {
  const { service: services, ...lines } = fields
  await services.selectOptions(service)
  await lines.name.fill(texts.name)
  await lines.business.fill(texts.business)
  await lines.email.fill(texts.email)
  await lines.phone.fill(texts.phone)
  await lines.message.fill(texts.message)
}

export async function type({ name, business, email, phone, message }: typeof vera) {
  await tabAndType(fields.name, name)
  await tabAndType(fields.business, business)
  await tabAndType(fields.email, email)
  await tabAndType(fields.phone, phone)
  await tabAndType(fields.service, 'Digital')
  await expect.element(fields.service).toHaveValue('marketing')
  await tabAndType(fields.message, message)
}

const empty = { name: '', business: '', email: '', phone: '', service: '', message: '' }

export async function expectFilled(values: typeof vera) {
  for (const name of ['name', 'business', 'email', 'phone', 'service', 'message'] as const)
    await expect.element(fields[name]).toHaveValue(values[name])
}

export const expectEmpty = () => expectFilled(empty)
