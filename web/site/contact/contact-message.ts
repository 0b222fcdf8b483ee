import { serviceChoices } from '../../agency.ts'

export const contactFields = ['name', 'businessName', 'email', 'phone', 'service', 'message'] as const
export type ContactField = (typeof contactFields)[number]
export type ContactMessage = Record<ContactField, string>
/** Of the field that people do not see. Robots know it from other forms, and no address book has anything to put there. */
export const trapName = 'subject'

export type ContactProblems = Partial<Record<ContactField, string>>

/** What keeps a message from being sent, field by field; nothing when it is good. Expects trimmed values. */
export function contactProblems(message: ContactMessage): ContactProblems {
  const problems: ContactProblems = {}
  if (!message.name) problems.name = 'Please enter your full name.'
  if (!message.businessName) problems.businessName = 'Please enter the name of your business.'
  if (!message.email) problems.email = 'Please enter your email address.'
  else if (!isEmail(message.email)) problems.email = 'Please enter an email address like name@example.com.'
  if (!message.phone) problems.phone = 'Please enter your phone number.'
  if (!isServiceChoice(message.service)) problems.service = 'Please choose a service.'
  return problems
}

export function trimmed(message: ContactMessage): ContactMessage {
  const { name, businessName, email, phone, service, message: text } = message
  return {
    name: name.trim(),
    businessName: businessName.trim(),
    email: email.trim(),
    phone: phone.trim(),
    service: service.trim(),
    message: text.trim(),
  }
}

/** The browser's own rule for <input type="email">, word for word from the HTML standard. */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

const isEmail = (text: string) => emailPattern.test(text)

const isServiceChoice = (text: string) => serviceChoices.some((choice) => choice === text)
