import type { Element } from '@xmldom/xmldom'
import { type ExternalPerson, externalPerson } from 'engine/feature'
import type { AttributeMapping } from './attribute-mapping.ts'
import { ssoErrors } from './sso-errors.ts'
import { children, parseXml, textOf } from './xml.ts'

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const TRANSIENT_FORMAT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const SUBJECT_ID = 'urn:oasis:names:tc:SAML:attribute:subject-id'

const emailAttributes = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/EmailAddress',
  'mail',
  'Mail',
  'email',
]

/** Claims that apps find beside the email address; other claims of an attribute mapping go into `custom_claims`. */
const profileClaims = new Set([
  'name',
  'full_name',
  'family_name',
  'given_name',
  'middle_name',
  'nickname',
  'preferred_username',
  'user_name',
  'profile',
  'picture',
  'avatar_url',
  'website',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
  'phone',
])

/** A SAML assertion whose signature, audience and time have been checked. */
export class Assertion {
  readonly #root: Element

  constructor(xml: string) {
    this.#root = parseXml(xml)
  }

  get id(): string {
    return this.#root.getAttribute('ID') ?? ''
  }

  get issuer(): string {
    return textOf(children(this.#root, 'assertion', 'Issuer')[0])
  }

  /** The end of the session at the identity provider, if the assertion names it. */
  get sessionEndsAt(): string | null {
    const times = children(this.#root, 'assertion', 'AuthnStatement').map((one) =>
      one.getAttribute('SessionNotOnOrAfter'),
    )
    return times.find((time) => time && !Number.isNaN(Date.parse(time))) ?? null
  }

  /**
   * The time until which the assertion may be presented to this service as the answer to a request (null for a sign-in
   * without a request). Undefined for an assertion that was made for another service or another request.
   */
  usableUntil({ returnUrl, requestId }: { returnUrl: string; requestId: string | null }): Date | undefined {
    const ends = this.#subject()
      .flatMap((subject) => children(subject, 'assertion', 'SubjectConfirmation'))
      .filter((confirmation) => confirmation.getAttribute('Method') === BEARER)
      .flatMap((confirmation) => children(confirmation, 'assertion', 'SubjectConfirmationData'))
      .filter((data) => data.getAttribute('Recipient') === returnUrl && data.getAttribute('InResponseTo') === requestId)
      .map((data) => Date.parse(data.getAttribute('NotOnOrAfter') ?? ''))
      .filter((time) => !Number.isNaN(time))
    return ends.length > 0 ? new Date(Math.max(...ends)) : undefined
  }

  /** Reads the person from the assertion. Throws if it has no stable name of the person. */
  person(mapping: AttributeMapping): ExternalPerson {
    const subject = this.#subjectId()
    if (subject === '') throw ssoErrors.withoutUserId()
    const { email: mapped, ...claims } = this.#claims(mapping)
    const email = typeof mapped === 'string' && mapped !== '' ? mapped : this.#guessedEmail()
    if (email === '') throw ssoErrors.withoutEmail()
    const entries = Object.entries(claims)
    return externalPerson({
      issuer: this.issuer,
      subject,
      // The organization vouches for its people's addresses, which count among its people alone.
      emails: [{ address: email.toLowerCase(), verified: true, primary: true }],
      profile: Object.fromEntries(entries.filter(([name]) => profileClaims.has(name))),
      custom: Object.fromEntries(entries.filter(([name]) => !profileClaims.has(name))),
    })
  }

  #subject = () => children(this.#root, 'assertion', 'Subject')

  #nameId() {
    const nameId = this.#subject().flatMap((subject) => children(subject, 'assertion', 'NameID'))[0]
    return { value: textOf(nameId), format: nameId?.getAttribute('Format') ?? '' }
  }

  #subjectId(): string {
    const [subjectId] = this.#values(SUBJECT_ID)
    if (subjectId) return subjectId
    const { value, format } = this.#nameId()
    if (format === TRANSIENT_FORMAT) return ''
    return format === EMAIL_FORMAT ? value.toLowerCase() : value
  }

  #guessedEmail(): string {
    const { value, format } = this.#nameId()
    return emailAttributes.flatMap((name) => this.#values(name))[0] ?? (format === EMAIL_FORMAT ? value : '')
  }

  #claims({ keys = {} }: AttributeMapping): Record<string, unknown> {
    const claims = Object.entries(keys).map(([claim, { name, names = [], default: otherwise, array }]) => {
      const found = [name ?? '', ...names].map((one) => this.#values(one)).find((values) => values.length > 0)
      return [claim, (array ? found : found?.[0]) ?? otherwise]
    })
    return Object.fromEntries(claims)
  }

  /** The values of an attribute, by its name or its friendly name. */
  #values(name: string): string[] {
    if (name === '') return []
    return children(this.#root, 'assertion', 'AttributeStatement')
      .flatMap((statement) => children(statement, 'assertion', 'Attribute'))
      .filter((attribute) => attribute.getAttribute('Name') === name || attribute.getAttribute('FriendlyName') === name)
      .flatMap((attribute) => children(attribute, 'assertion', 'AttributeValue'))
      .map((value) => textOf(value))
      .filter(Boolean)
  }
}
