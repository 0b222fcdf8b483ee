import { serviceChoices } from '../../agency.ts'
import { readEmailAddress } from '../../lib/email-address.ts'
import { lengthProblem } from '../../lib/length-problem.ts'

export const contactFields = ['name', 'businessName', 'email', 'phone', 'service', 'message'] as const
export type ContactField = (typeof contactFields)[number]
export type ContactMessage = Record<ContactField, string>
/** The name of the honeypot field. Robots know it from other forms, and autofill has no value for it. */
export const honeypotName = 'subject'

export type ContactProblems = Partial<Record<ContactField, string>>

/** The errors of a message by field; none if it is valid. Expects trimmed values. */
export function contactProblems(message: ContactMessage): ContactProblems {
  const problems: ContactProblems = {}
  const { problem } = readEmailAddress(message.email)
  if (!message.name) problems.name = 'Please enter your full name.'
  if (!message.businessName) problems.businessName = 'Please enter the name of your business.'
  if (!message.email) problems.email = 'Please enter your email address.'
  else if (problem) problems.email = problem
  if (!message.phone) problems.phone = 'Please enter your phone number.'
  if (!isServiceChoice(message.service)) problems.service = 'Please choose a service.'
  for (const field of contactFields) {
    const excess = lengthProblem(message[field], longest[field])
    if (excess) problems[field] ??= excess
  }
  return problems
}

/** The limits of the table contact_submissions, in characters. */
const longest: Record<ContactField, number> = {
  name: 200,
  businessName: 200,
  email: 254,
  phone: 50,
  service: 50,
  message: 5000,
}

/** Trims the values of a contact message, as they are sent. */
export function trimMessage(message: ContactMessage): ContactMessage {
  const { name, businessName, email, phone, service, message: text } = message
  return {
    name: name.trim(),
    businessName: businessName.trim(),
    email: readEmailAddress(email).address ?? email.trim(),
    phone: phone.trim(),
    service: service.trim(),
    message: text.trim(),
  }
}

const isServiceChoice = (text: string) => serviceChoices.some((choice) => choice === text)
