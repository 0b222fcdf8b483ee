import type { Metadata } from '../users/user.ts'

/** An address at a provider; `verified` only if the provider says so. */
export type ProviderEmail = { address: string; verified: boolean; primary: boolean }

/** A person as described by a provider. */
export type ExternalPerson = {
  /** The provider's id for the person, which is never reused. */
  subject: string
  emails: readonly ProviderEmail[]
  /** The data of the identity, under the names that apps read (docs/wire/auth.md#identity). */
  claims: Metadata
}

type Description = {
  issuer: string
  subject: string
  emails: readonly ProviderEmail[]
  /** Names, pictures and similar claims. */
  profile: Record<string, unknown>
  /** Claims that only this provider has. */
  custom?: Record<string, unknown>
}

export function externalPerson({ issuer, subject, emails, profile, custom = {} }: Description): ExternalPerson {
  const email = primaryEmail(emails)
  const told = present(custom)
  return {
    subject,
    emails,
    claims: {
      ...present(profile),
      iss: issuer,
      sub: subject,
      provider_id: subject,
      ...(email && { email: email.address }),
      email_verified: email?.verified ?? false,
      phone_verified: false,
      ...(Object.keys(told).length > 0 && { custom_claims: told }),
    },
  }
}

/** The person's primary address; without a mark the first. */
export const primaryEmail = (emails: readonly ProviderEmail[]) => emails.find(({ primary }) => primary) ?? emails[0]

export const verifiedAddresses = ({ emails }: ExternalPerson) =>
  emails.filter(({ verified }) => verified).map(({ address }) => address)

const present = (values: Record<string, unknown>): Metadata =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )
