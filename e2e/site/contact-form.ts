import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { unique } from '../people.ts'
import { expect } from '../test.ts'

/** The values that a visitor types into the contact form. */
export interface Visitor {
  name: string
  business: string
  email: string
  phone: string
  service: string
  message: string
}

/** A new visitor with an address and a phone number of their own: either leads to a client who has it already. */
export const visitor = (): Visitor => {
  const name = unique('Vera')
  return {
    name,
    business: 'Vera’s Flowers & Co.',
    email: `${name.replace(' ', '.').toLowerCase()}@flowers.test`,
    phone: `+1 (555) ${randomInt(200, 1000)}-${randomInt(1000, 10_000)}`,
    service: 'marketing',
    message: 'More people at the counter, please.\nAnd a newsletter.',
  }
}

/** The fields of the form on /contact, and its button in any state. */
export function form(page: Page) {
  const main = page.getByRole('main')
  return {
    name: main.getByLabel(/full name/i),
    business: main.getByLabel(/business name/i),
    email: main.getByLabel(/email/i),
    phone: main.getByLabel(/phone/i),
    service: main.getByLabel(/service/i),
    message: main.getByLabel(/message/i),
    send: main.getByRole('button'),
  }
}

export async function fill(page: Page, { name, business, email, phone, service, message }: Visitor) {
  const fields = form(page)
  await fields.name.fill(name)
  await fields.business.fill(business)
  await fields.email.fill(email)
  await fields.phone.fill(phone)
  await fields.service.selectOption(service)
  await fields.message.fill(message)
}

export async function expectFilled(page: Page, { name, business, email, phone, service, message }: Visitor) {
  const fields = form(page)
  await expect(fields.name).toHaveValue(name)
  await expect(fields.business).toHaveValue(business)
  await expect(fields.email).toHaveValue(email)
  await expect(fields.phone).toHaveValue(phone)
  await expect(fields.service).toHaveValue(service)
  await expect(fields.message).toHaveValue(message)
}
