import type { Metadata } from '../users/user.ts'

/** An address as a provider knows it; only the provider's word makes it `verified`. */
export type ProviderEmail = { address: string; verified: boolean; primary: boolean }

/** Somebody as a provider describes them. */
export type ExternalPerson = {
  /** What the provider calls the person; never given to anybody else. */
  subject: string
  emails: readonly ProviderEmail[]
  /** What is kept of the person: the identity's data, in the names that apps read (docs/wire/auth.md#identity). */
  claims: Metadata
}

type Description = {
  issuer: string
  subject: string
  emails: readonly ProviderEmail[]
  /** Names, pictures and the like. */
  profile: Record<string, unknown>
  /** What only this provider says. */
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

/** The address the person goes by there; without a mark the first. */
export const primaryEmail = (emails: readonly ProviderEmail[]) => emails.find(({ primary }) => primary) ?? emails[0]

export const verifiedAddresses = ({ emails }: ExternalPerson) =>
  emails.filter(({ verified }) => verified).map(({ address }) => address)

const present = (values: Record<string, unknown>): Metadata =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )
